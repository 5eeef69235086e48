import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { BacktestReport } from "@tablewright/core";
import type { OperatorLog } from "../log/operator-log.ts";
import { withoutPassword } from "../stores/open-store.ts";
import type { Terminal } from "../terminal.ts";
import { type FollowedCalls, printBacktest } from "./backtest-file.ts";

/** What a shadow follows, and by which definition. */
export interface ShadowTerms {
  /** The file of the candidate. */
  readonly file: string;
  /** Where the rows of the application live, with its password. */
  readonly address: string;
  /** The module of the program's functions. */
  readonly functions: string | undefined;
}

export interface FollowingShadow {
  /** Undefined until its copies are made, and after it has ended. */
  state(): FollowedCalls | undefined;
  /** Prints the report. */
  end(terminal: Terminal): Promise<void>;
}

/**
 * Lets `tablewright backtest --follow` compare the calls of a store in a process of its own, which has the lowest priority once it follows
 * them, and ends with this one. It takes no time of the server: it reads the history in the store, and its copies are in temporary files.
 */
export function followByShadow({ file, address, functions }: ShadowTerms, log: OperatorLog): FollowingShadow {
  const [program = ""] = process.argv.slice(1);
  const given = functions === undefined ? [] : ["--functions", functions];
  const command = ["backtest", file, "--follow", "--json", "--on-disk", ...given];
  const child = spawn(process.execPath, [...process.execArgv, "--single-threaded-gc", program, ...command], {
    // The address may have a password, and others see arguments.
    env: { ...process.env, TABLEWRIGHT_STORE: address },
    stdio: ["ignore", "pipe", "pipe"],
    // The server ends it, also when both are interrupted on a terminal.
    detached: true,
  });
  let [state, report, errors]: [FollowedCalls?, BacktestReport?, string?] = [];
  let isEnding = false;
  createInterface({ input: child.stdout }).on("line", (line) => {
    const next = JSON.parse(line) as FollowedCalls | BacktestReport;
    if (!("followedUntil" in next)) {
      report = next;
      return;
    }
    if (state === undefined) note("info", "a shadow follows the calls", { process: child.pid });
    else if (next.differing > state.differing) {
      const { calls, compared, differing } = next;
      note("info", "calls come to something else by the shadow", { calls, compared, differing });
    }
    state = next;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors = `${errors ?? ""}${text}`.slice(-LONGEST_REASON);
  });
  const note = (level: "info" | "warning", message: string, details: object) =>
    log.note({ level, message, details: { shadow: file, ...details } });
  const ended = once(child, "close").then(
    ([code]) => `It ended with ${code}.`,
    ({ message }: Error) => message,
  );
  const closed = ended.then((reason) => {
    state = undefined;
    if (isEnding && (report !== undefined || errors === undefined)) return;
    const because = errors?.trim().replaceAll(address, withoutPassword(address)) ?? reason;
    note("warning", "There is no shadow any more.", { because });
  });
  return {
    state: () => state,
    async end(terminal) {
      isEnding = true;
      child.kill("SIGTERM");
      const kill = () => void child.kill("SIGKILL");
      terminal.hurried?.addEventListener("abort", kill);
      await closed;
      terminal.hurried?.removeEventListener("abort", kill);
      if (report !== undefined) terminal.out(printBacktest(report, file));
    },
  };
}

/** Characters. */
const LONGEST_REASON = 2_000;
