/** One process of `mariadbd` on files of its own, which can be started again. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { stopProcess } from "@tablewright/tooling/stop-process";
import mysql from "mysql2/promise";
import { SMALL, USER } from "./installed-database.ts";

export interface ServerPlace {
  /** A folder with the server's files in `data`. */
  readonly folder: string;
  readonly port: number;
}

export class ServerProcess {
  readonly url: string;
  readonly folder: string;
  readonly #port: number;
  #process: ChildProcess | undefined;

  constructor({ folder, port }: ServerPlace) {
    this.folder = folder;
    this.#port = port;
    this.url = `mysql://root@127.0.0.1:${port}/mysql`;
  }

  /** Settles when `isReady`, which is asked again and again, does not throw; rejects when the process ends before. */
  async start(flags: readonly string[], isReady: (url: string) => Promise<void> = connects): Promise<void> {
    const log = openSync(join(this.folder, "log"), "a");
    const child = spawn("mariadbd", [...this.places, ...FLAGS, ...SMALL, ...flags], {
      stdio: ["ignore", log, log],
    });
    this.#process = child;
    const failed = once(child, "error").then(([error]) => Promise.reject(error));
    failed.catch(() => undefined);
    await Promise.race([this.#untilReady(child, isReady), failed]);
  }

  /** Where the server's files are, as every program of the server takes it. */
  get places(): readonly string[] {
    const { folder } = this;
    return [
      ...["--no-defaults", ...USER, `--datadir=${join(folder, "data")}`, `--port=${this.#port}`],
      ...[`--socket=${join(folder, "socket")}`, `--pid-file=${join(folder, "pid")}`],
    ];
  }

  kill(): void {
    this.#process?.kill("SIGKILL");
  }

  /** Settles when it stands still, as a machine does. */
  async pause(): Promise<void> {
    const pid = this.#process?.pid;
    if (pid !== undefined) await stopProcess(pid);
  }

  resume(): void {
    this.#process?.kill("SIGCONT");
  }

  /** Ends it as an operator would, or as a loss of power does. */
  async end(signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
    const child = this.#process;
    if (child === undefined || hasEnded(child)) return;
    const ended = once(child, "exit");
    child.kill("SIGCONT");
    child.kill(signal);
    await ended;
  }

  #lastLines(): string {
    return readFileSync(join(this.folder, "log"), "utf8").slice(-2_000);
  }

  async #untilReady(child: ChildProcess, isReady: (url: string) => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await isReady(this.url);
      } catch (error) {
        if (hasEnded(child) || attempt > 1_200) throw new Error(`${String(error)}\n${this.#lastLines()}`);
        await setTimeout(25);
      }
    }
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

async function connects(url: string): Promise<void> {
  await (await mysql.createConnection(url)).end();
}

const FLAGS = [
  "--bind-address=127.0.0.1",
  "--skip-name-resolve",
  "--performance-schema=off",
  "--max-connections=150",
];
