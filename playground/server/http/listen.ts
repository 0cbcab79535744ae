import type { Server } from "node:http";
import type { Clock } from "rollcall";

/** How many ports behind the asked one are tried. */
const TRIES = 20;

/** Where a server listens: on this machine alone. */
export interface Place {
  readonly port: number;
  /** Where that port is taken, the next one is tried. */
  readonly mayMove: boolean;
}

/** Listens on loopback; gives the port. 0 takes any free one. */
export async function listen(server: Server, { port, mayMove }: Place): Promise<number> {
  for (let tried = 0; ; tried += 1) {
    try {
      return await listenAt(server, port + tried);
    } catch (error) {
      const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
      if (!isTaken || !mayMove || port === 0 || tried === TRIES) throw error;
    }
  }
}

function listenAt(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

/** How long an answer that has its end may take to reach its page. */
const LAST_WORDS_MS = 1000;

/** Closes a server. Answers that come to their end by themselves get there. */
export function closeServer(server: Server, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(LAST_WORDS_MS, () => server.closeAllConnections());
    server.close(() => {
      cancel();
      resolve();
    });
    server.closeIdleConnections();
  });
}
