import type { Server } from "node:http";

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

/** Closes a server with everything that it still sends. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
