import type { AddressInfo } from "node:net";
import type { Engine } from "@tablewright/core";
import { createServer, type RecordApiOptions } from "@tablewright/http";
import { readConsole } from "../src/index.ts";
import { buildConsole } from "./build-console.ts";

export interface ServedConsole {
  /** Of the page to sign in at. */
  readonly address: string;
  /** Ends the server, as where it has died; the engine stays. */
  stopServing(): Promise<void>;
  /** On the same port. */
  serveAgain(): Promise<void>;
  /** The engine as well. */
  stop(): Promise<void>;
}

/** The console in front of an engine, on a free port; the page is built where it is not. */
export async function serveConsole(
  engine: Engine,
  app: string,
  operators: Pick<RecordApiOptions, "events" | "tests"> = {},
): Promise<ServedConsole> {
  buildConsole();
  const console = await readConsole();
  const options = { engines: [engine], console, ...operators };
  let server = createServer(options);
  await server.listen({ host: "127.0.0.1", port: 0 });
  const { port } = server.server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/console/?app=${app}`,
    stopServing: async () => {
      server.server.closeAllConnections();
      await server.close();
    },
    serveAgain: async () => {
      server = createServer(options);
      await server.listen({ host: "127.0.0.1", port });
    },
    stop: async () => {
      server.server.closeAllConnections();
      await server.close();
      await engine.close();
    },
  };
}
