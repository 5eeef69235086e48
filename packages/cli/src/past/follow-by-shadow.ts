import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { OperatorLog } from "../log/operator-log.ts";
import { withoutPassword } from "../stores/open-store.ts";
import type { Terminal } from "../terminal.ts";
import { type FollowedCalls, printBacktest } from "./backtest-file.ts";

/** What a shadow follows, and by which definition. */
interface ShadowTerms {
  /** The file of the candidate. */
  readonly file: string;
  /** Where the rows of the application live, with its password. */
  readonly address: string;
  /** The module of the program's functions. */
  readonly functions: string | undefined;
}

export interface FollowingShadow {
  /** What was found so far; undefined until the copies are made, and when it has ended by itself. */
  state(): FollowedCalls | undefined;
  /** Prints the report. */
  end(terminal: Terminal): Promise<void>;
}

/**
 * Lets `tablewright backtest --follow` compare the calls of a store in a process of its own, which has the lowest priority once it follows
 * them, and ends with this one. It takes no time of the server: it reads the history in the store, and its
 * copies are in memory, as files would make the server wait for the disk.
 */
export function followByShadow({ file, address, functions }: ShadowTerms, log: OperatorLog): FollowingShadow {
  const [program = ""] = process.argv.slice(1);
  const given = functions === undefined ? [] : ["--functions", functions];
  const command = ["backtest", file, "--follow", "--json", ...given];
  const child = spawn(process.execPath, [...process.execArgv, "--single-threaded-gc", program, ...command], {
    // The address may have a password, and others see arguments.
    env: { ...process.env, TABLEWRIGHT_STORE: address },
    stdio: ["ignore", "pipe", "pipe"],
    // The server ends it, also when both are interrupted on a terminal.
    detached: true,
  });
  const note = (level: "info" | "warning", message: string, details: object) =>
    log.note({ level, message, details: { shadow: file, ...details } });
  let state: FollowedCalls | undefined;
  let [isEnding, errors] = [false, ""];
  createInterface({ input: child.stdout }).on("line", (line) => {
    const next = JSON.parse(line) as FollowedCalls;
    const { calls, compared, differing } = next;
    if (state === undefined) note("info", "a shadow follows the calls", { process: child.pid });
    else if (differing > state.differing)
      note("info", "calls come to something else by the shadow", { calls, compared, differing });
    state = { ...next, differences: [...(state?.differences ?? []), ...next.differences] };
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors = `${errors}${text}`.slice(-LONGEST_REASON);
  });
  const ended = once(child, "close").then(
    ([code, signal]) => (signal === null ? `It ended with ${code}.` : `It was ended by ${signal}.`),
    ({ message }: Error) => message,
  );
  const closed = ended.then((reason) => {
    if (isEnding) return;
    state = undefined;
    const because = errors.trim().replaceAll(address, withoutPassword(address)) || reason;
    note("warning", "There is no shadow any more.", { because });
  });
  return {
    state: () => state,
    async end(terminal) {
      isEnding = true;
      child.kill("SIGTERM");
      // What it has found was told; a busy machine may leave it no time for more.
      const killing = setTimeout(() => child.kill("SIGKILL"), LONGEST_ENDING);
      await closed;
      clearTimeout(killing);
      if (state === undefined) return;
      terminal.out(printBacktest(state, file));
      if (state.isBehind)
        terminal.out(`not looked at: calls since ${new Date(state.followedUntil).toISOString()}`);
    },
  };
}

/** Characters. */
const LONGEST_REASON = 2_000;
/** Milliseconds. */
const LONGEST_ENDING = 3_000;
