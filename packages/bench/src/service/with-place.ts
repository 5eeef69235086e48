import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EmbeddedPostgres } from "@tablewright/tooling/embedded-postgres";
import { freePort } from "@tablewright/tooling/free-port";
import type { StoreKind } from "../open-store.ts";

/** Where the rows of a measurement are. */
export interface Place {
  /** The file, or the address of the database, for the server of a name. */
  address(server: string): string;
  /** Seconds of processor time that a database in processes of its own has used. */
  cpuSeconds(): number;
  /** Lets the database do what it would else do some time later, once the tables are full. */
  settle(): Promise<void>;
}

/** Gives the servers of a measurement a place for their rows, and takes it away again. */
export async function withPlace<T>(kind: StoreKind, work: (place: Place) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "tablewright-bench-"));
  let postgres: RunningPostgres | undefined;
  try {
    // The folder itself: a parent of it would be closed to the user that PostgreSQL runs as.
    if (kind === "postgres") postgres = await startPostgres(folder);
    return await work({
      address: (server) => postgres?.address ?? join(folder, `${server}.sqlite`),
      cpuSeconds: () => postgres?.cpuSeconds() ?? 0,
      settle: async () => postgres?.settle(),
    });
  } finally {
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A PostgreSQL server that is running. */
interface RunningPostgres {
  readonly address: string;
  /** Seconds of processor time since it started. */
  cpuSeconds(): number;
  /** Cleans up, gathers statistics and writes all out: by itself it would do so while something is measured. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

/** A durable PostgreSQL server with default settings but no autovacuum, for as long as a measurement takes. */
async function startPostgres(folder: string): Promise<RunningPostgres> {
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

/** Seconds of processor time of a process and its children, those that have ended too; 0 where there is no `/proc`. */
function familyCpuSeconds(parent: number): number {
  let ticks = 0;
  for (const [pid, [parentOfIt, own, ended]] of processes()) {
    if (pid === parent) ticks += own + ended;
    else if (parentOfIt === parent) ticks += own;
  }
  return ticks / TICKS_A_SECOND;
}

const TICKS_A_SECOND = 100;

type Times = readonly [parent: number, own: number, endedChildren: number];

function* processes(): Iterable<readonly [pid: number, times: Times]> {
  for (const name of foldersOf("/proc")) {
    const times = /^\d+$/u.test(name) ? timesOf(name) : undefined;
    if (times !== undefined) yield [Number(name), times];
  }
}

function foldersOf(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** Undefined for a process that has ended meanwhile. */
function timesOf(pid: string): Times | undefined {
  try {
    // The name of the program, in parentheses, may hold spaces; the fields are counted after it.
    const [, parent, ...rest] = readFileSync(`/proc/${pid}/stat`, "latin1")
      .replace(/^.*\) /su, "")
      .split(" ")
      .map(Number);
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = rest.slice(USER_TIME);
    return [parent ?? 0, user + system, endedUser + endedSystem];
  } catch {
    return undefined;
  }
}

/** Where the times begin, counted after the parent. */
const USER_TIME = 9;
