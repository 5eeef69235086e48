/** A PgBouncer of our own before the tests' server, on a free port. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@tablewright/tooling/free-port";
import { Client } from "pg";

export interface Pooler {
  /** The server's address by way of the pooler. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Whether this machine has one. */
export function hasPooler(): boolean {
  try {
    execFileSync("pgbouncer", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    process.stderr.write("The tests behind PgBouncer are skipped: there is no pgbouncer on this machine.\n");
    return false;
  }
}

/** Its sessions are those of the user of the address, or of another one. */
export async function startPooler(
  server: string,
  mode: "session" | "transaction",
  as?: { readonly user: string; readonly password: string },
): Promise<Pooler> {
  const address = new URL(server);
  if (as !== undefined) Object.assign(address, { username: as.user, password: as.password });
  const { hostname, port, username, password, pathname } = address;
  const folder = mkdtempSync(join(tmpdir(), "tablewright-pgbouncer-"));
  chmodSync(folder, 0o755);
  const file = join(folder, "pgbouncer.ini");
  const listenPort = await freePort();
  const target = `host=${hostname} port=${port} user=${username} password='${decodeURIComponent(password)}'`;
  const lines = [
    "[databases]",
    `* = ${target}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${listenPort}`,
    "unix_socket_dir =",
    "auth_type = any",
    `pool_mode = ${mode}`,
    "default_pool_size = 15",
    "max_client_conn = 500",
  ];
  writeFileSync(file, `${lines.join("\n")}\n`);
  const pooler = spawn("pgbouncer", ["--quiet", file], { stdio: "ignore", ...unprivileged() });
  const kill = () => {
    pooler.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", kill);
  const url = `postgres://${username}:${password}@127.0.0.1:${listenPort}${pathname}`;
  const stop = async () => {
    const ended = pooler.exitCode === null && pooler.signalCode === null ? once(pooler, "exit") : undefined;
    kill();
    await ended;
    process.off("exit", kill);
  };
  try {
    await untilReady(url, pooler);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

/** PgBouncer does not run as root. */
function unprivileged(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

async function untilReady(url: string, pooler: ChildProcess): Promise<void> {
  const failed = once(pooler, "exit").then(([code]) => {
    throw new Error(`PgBouncer ended with ${code}.`);
  });
  failed.catch(() => undefined);
  for (let attempt = 1; ; attempt++) {
    const client = new Client({ connectionString: url });
    try {
      await Promise.race([client.connect(), failed]);
      await client.end();
      return;
    } catch (error) {
      if (attempt > 1_000) throw error;
      await Promise.race([new Promise((resolve) => setTimeout(resolve, 30)), failed]);
    }
  }
}
