import { readFileSync } from "node:fs";
import { join } from "node:path";
import { EmbeddedPostgres } from "@tablewright/tooling/embedded-postgres";
import { freePort } from "@tablewright/tooling/free-port";
import { familyCpuSeconds } from "./family-cpu-seconds.ts";

/** A PostgreSQL server that is running. */
export interface RunningPostgres {
  readonly address: string;
  /** Seconds of processor time since it started. */
  cpuSeconds(): number;
  /** Cleans up, gathers statistics and writes all out: by itself it would do so while something is measured. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

/** A PostgreSQL server as it comes, durable, but cleaning up only when told, for as long as a measurement takes. */
export async function startPostgres(folder: string): Promise<RunningPostgres> {
  const port = await freePort();
  const password = "bench";
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: "bench",
    password,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C", "--no-sync"],
    postgresFlags: [
      "-c",
      "listen_addresses=127.0.0.1",
      "-c",
      "unix_socket_directories=",
      "-c",
      "autovacuum=off",
    ],
    onLog: () => undefined,
  });
  await server.initialise();
  await server.start();
  const postmaster = Number(readFileSync(join(folder, "postmaster.pid"), "latin1").split("\n")[0]);
  return {
    address: `postgres://bench:${password}@127.0.0.1:${port}/postgres`,
    async settle() {
      const client = server.getPgClient();
      await client.connect();
      await client.query("VACUUM ANALYZE");
      await client.query("CHECKPOINT");
      await client.end();
    },
    cpuSeconds: () => familyCpuSeconds(postmaster),
    stop: () => server.stop(),
  };
}
