/** A PostgreSQL server of our own that lives as long as the tests: on a free port, with its data in a temporary folder. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EmbeddedPostgres } from "@tablewright/tooling/embedded-postgres";
import { freePort } from "@tablewright/tooling/free-port";

export interface EmbeddedServer {
  readonly url: string;
  /** Ends the server as an operator would, and starts it again on the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Rejects where this machine cannot run one. */
export async function startServer(): Promise<EmbeddedServer> {
  const log: string[] = [];
  const server = await serverIn(FLAGS, log);
  try {
    await server.cluster.initialise();
    await server.cluster.start();
  } catch (error) {
    await server.stop();
    throw new Error(`PostgreSQL did not start: ${String(error)} ${log.slice(-5).join("\n")}`);
  }
  return {
    url: server.url,
    async restart() {
      await server.cluster.stop();
      await server.cluster.start();
    },
    stop: server.stop,
  };
}

/** One with a folder and a port of its own, not yet started. */
export async function serverIn(flags: readonly string[], log: string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), "tablewright-postgres-"));
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: "tablewright",
    password: PASSWORD,
    authMethod: "password", // thousands of connections: nobody listens, and hashing takes milliseconds of each
    // PostgreSQL does not run as root; a machine where all is done as root gets a user for it.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C", "--no-sync"],
    postgresFlags: [...COMMON, ...flags].flatMap((flag) => ["-c", flag]),
    onLog: (line) => log.push(String(line)),
    onError: (line) => log.push(String(line)),
  });
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  return {
    url: `postgres://tablewright:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/postgres`,
    folder,
    port,
    cluster: server,
    async stop() {
      await server.stop();
      remove();
      process.off("exit", remove);
    },
  };
}

export const PASSWORD = "only for tests";

/** What the tests need is fast rather than safe from a loss of power. */
const FLAGS = ["synchronous_commit=off", "wal_level=minimal", "max_wal_senders=0"];

const COMMON = [
  "fsync=off",
  "full_page_writes=off",
  "autovacuum=off",
  "jit=off",
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  "max_connections=100", // no fewer than those with which the folder was made, which a standby compares
  "shared_buffers=32MB",
];
