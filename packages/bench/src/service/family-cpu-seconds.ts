import { readdirSync, readFileSync } from "node:fs";

/** Seconds of processor time of a process and its children, those that have ended too; 0 where there is no `/proc`. */
export function familyCpuSeconds(parent: number): number {
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
