/** A MariaDB server of our own that lives as long as the tests: on a free port, with its data in a temporary folder. */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@tablewright/tooling/free-port";
import { UNSAFE } from "./installed-database.ts";
import { ServerProcess } from "./server-process.ts";

export interface MariaServer {
  readonly url: string;
  /** Settles when it stands still, as a machine does. */
  pause(): Promise<void>;
  resume(): void;
  /** Ends the server as an operator would, and starts it again on the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts one on a copy of the files that a server begins with. */
export async function startServer(installed: string, flags = FLAGS): Promise<MariaServer> {
  const folder = mkdtempSync(join(tmpdir(), "tablewright-mariadb-"));
  const server = new ServerProcess({ folder, port: await freePort() });
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const kill = () => {
    server.kill();
    remove();
  };
  process.once("exit", kill);
  const start = () => server.start(flags);
  const stop = async () => {
    await server.end();
    remove();
    process.off("exit", kill);
  };
  try {
    cpSync(installed, join(folder, "data"), { recursive: true });
    await start();
  } catch (error) {
    await stop();
    throw new Error(`MariaDB did not start: ${String(error)}`);
  }
  return {
    url: server.url,
    pause: () => server.pause(),
    resume: () => server.resume(),
    restart: async () => {
      await server.end();
      await start();
    },
    stop,
  };
}

const FLAGS: readonly string[] = ["--skip-log-bin", ...UNSAFE];
