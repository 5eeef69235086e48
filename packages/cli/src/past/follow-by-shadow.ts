import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
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

/** What is to be watched of a shadow. */
export interface ShadowState extends Pick<FollowedCalls, "compared" | "differing"> {
  /** Whether a process follows the calls now. */
  readonly isUp: boolean;
  /** Milliseconds since 1970-01-01T00:00:00Z; undefined until a process has followed calls. */
  readonly followedUntil: number | undefined;
}

export interface FollowingShadow {
  state(): ShadowState;
  /** Prints the report. */
  end(terminal: Terminal): Promise<void>;
}

/** What one process has found, and since when it followed. */
interface Followed {
  readonly since: number;
  readonly found: FollowedCalls;
}

type Follower = ChildProcessByStdio<null, Readable, Readable>;

/**
 * Lets `tablewright backtest --follow` compare the calls of a store in a process of its own, which has the lowest priority once it follows
 * them, and ends with this one. It takes no time of the server: it reads the history in the store, and its copies are in memory, as files
 * would make the server wait for the disk. A process that ends by itself is replaced after each of `pauses`, milliseconds, and then no more.
 */
export function followByShadow(
  terms: ShadowTerms,
  log: OperatorLog,
  { start = startFollower, pauses = PAUSES } = {},
): FollowingShadow {
  const { file, address } = terms;
  const note = (level: "info" | "warning", message: string, details: object) =>
    log.note({ level, message, details: { shadow: file, ...details } });
  const runs: Followed[] = [];
  const ending = new AbortController();
  let follower: Follower | undefined;
  let isUp = false;

  /** Resolves with why the process has ended. */
  const follow = async (): Promise<string> => {
    const child = start(terms);
    follower = child;
    const at = runs.length;
    let errors = "";
    createInterface({ input: child.stdout }).on("line", (line) => {
      const next = readFollowed(line);
      if (next === undefined) return;
      const { calls, compared, differing, differences } = next;
      const { since, found } = runs[at] ?? { since: next.followedUntil, found: undefined };
      if (found === undefined) note("info", "a shadow follows the calls", { process: child.pid });
      else if (differing > found.differing)
        note("info", "calls come to something else by the shadow", { calls, compared, differing });
      runs[at] = { since, found: { ...next, differences: [...(found?.differences ?? []), ...differences] } };
      isUp = true;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      errors = `${errors}${text}`.slice(-LONGEST_REASON);
    });
    const reason = await once(child, "close").then(
      ([code, signal]) => (signal === null ? `It ended with ${code}.` : `It was ended by ${signal}.`),
      ({ message }: Error) => message,
    );
    isUp = false;
    return errors.trim().replaceAll(address, withoutPassword(address)) || reason;
  };

  const following = (async () => {
    const { signal } = ending;
    for (const pause of [...pauses, undefined]) {
      const because = await follow();
      if (signal.aborted) return;
      const seconds = pause && pause / 1_000;
      if (pause === undefined) note("warning", "There is no shadow any more.", { because });
      else note("warning", "The shadow has ended and is started again.", { because, seconds });
      await sleep(pause, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
    }
  })();

  const sum = (count: "compared" | "differing") => runs.reduce((all, { found }) => all + found[count], 0);
  return {
    state: () => ({
      isUp,
      compared: sum("compared"),
      differing: sum("differing"),
      followedUntil: runs.at(-1)?.found.followedUntil,
    }),
    async end({ out }) {
      ending.abort();
      follower?.kill("SIGTERM");
      // What it has found was told; a busy machine may leave it no time for more.
      const killing = setTimeout(() => follower?.kill("SIGKILL"), LONGEST_ENDING);
      await following;
      clearTimeout(killing);
      const [first] = runs;
      if (first === undefined) out("not looked at: all calls, as no shadow has followed them");
      else out(`looked at: calls since ${new Date(first.since).toISOString()}`);
      for (const [at, { found }] of runs.entries()) {
        out(printBacktest(found, file));
        const next = runs[at + 1];
        const until = next === undefined ? "" : ` until ${new Date(next.since).toISOString()}`;
        if (next !== undefined || found.isBehind)
          out(`not looked at: calls since ${new Date(found.followedUntil).toISOString()}${until}`);
      }
    },
  };
}

/** What was found by a line; undefined of one that a process was killed in, or that functions of the program have printed. */
function readFollowed(line: string): FollowedCalls | undefined {
  try {
    const read: Partial<FollowedCalls> | null = JSON.parse(line);
    return read?.followedUntil === undefined ? undefined : (read as FollowedCalls);
  } catch {
    return undefined;
  }
}

function startFollower({ file, address, functions }: ShadowTerms): Follower {
  const [program = ""] = process.argv.slice(1);
  const given = functions === undefined ? [] : ["--functions", functions];
  const command = ["backtest", file, "--follow", "--json", ...given];
  return spawn(process.execPath, [...process.execArgv, "--single-threaded-gc", program, ...command], {
    // The address may have a password, and others see arguments.
    env: { ...process.env, TABLEWRIGHT_STORE: address },
    stdio: ["ignore", "pipe", "pipe"],
    // The server ends it, also when both are interrupted on a terminal.
    detached: true,
  });
}

/** Characters. */
const LONGEST_REASON = 2_000;
/** Milliseconds. */
const LONGEST_ENDING = 3_000;
const PAUSES: readonly number[] = [1_000, 5_000, 30_000, 120_000, 600_000];
