/** A MariaDB server of our own that lives as long as the tests: on a free port, with its data in a temporary folder. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import mysql from "mysql2/promise";

export interface MariaServer {
  readonly url: string;
  /** Stops and goes on as a machine that stands still does. */
  signal(name: "SIGSTOP" | "SIGCONT"): void;
  /** Ends the server as an operator would, and starts it again on the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Rejects where this machine has no MariaDB. */
export async function startServer(flags: readonly string[] = UNSAFE): Promise<MariaServer> {
  const folder = mkdtempSync(join(tmpdir(), "tablewright-mariadb-"));
  const data = join(folder, "data");
  const user = process.getuid?.() === 0 ? ["--user=root"] : [];
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const port = await freePort();
  const url = `mysql://root@127.0.0.1:${port}/mysql`;
  let server: ChildProcess | undefined;
  const kill = () => {
    server?.kill("SIGKILL");
    remove();
  };
  process.once("exit", kill);
  const end = async () => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, "exit");
    server.kill("SIGCONT");
    server.kill("SIGTERM");
    await ended;
  };
  const start = async () => {
    const places = [`--datadir=${data}`, `--socket=${join(folder, "socket")}`, `--port=${port}`];
    const all = ["--no-defaults", ...user, ...places, ...FLAGS, ...flags];
    server = spawn("mariadbd", all, { stdio: "ignore" });
    const failed = once(server, "error").then(([error]) => Promise.reject(error));
    failed.catch(() => undefined);
    await Promise.race([untilReady(url, () => server?.exitCode !== null), failed]);
  };
  const stop = async () => {
    await end();
    remove();
    process.off("exit", kill);
  };
  try {
    const install = [
      "--no-defaults",
      ...user,
      `--datadir=${data}`,
      "--auth-root-authentication-method=normal",
    ];
    execFileSync("mariadb-install-db", [...install, "--skip-test-db", "--skip-name-resolve", ...flags], {
      stdio: "ignore",
    });
    await start();
  } catch (error) {
    await stop();
    throw new Error(`MariaDB did not start: ${String(error)}`);
  }
  return {
    url,
    signal: (name) => server?.kill(name),
    restart: async () => {
      await end();
      await start();
    },
    stop,
  };
}

async function untilReady(url: string, hasEnded: () => boolean): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await (await mysql.createConnection(url)).end();
      return;
    } catch (error) {
      if (hasEnded() || attempt > 600) throw error;
      await setTimeout(50);
    }
  }
}

const FLAGS = [
  "--bind-address=127.0.0.1",
  "--skip-name-resolve",
  "--skip-log-bin",
  "--performance-schema=off",
  "--innodb-buffer-pool-size=64M",
  "--max-connections=150",
];

/** What the tests need is fast rather than safe from a loss of power. */
const UNSAFE = [
  "--innodb-flush-log-at-trx-commit=0",
  "--innodb-flush-method=nosync",
  "--innodb-doublewrite=0",
  "--innodb-stats-persistent=0",
];

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
