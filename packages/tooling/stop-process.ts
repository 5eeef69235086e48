import { existsSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

/**
 * Has a process stand still; settles when it does. A busy machine stops its threads one after the other, some time after the signal, and
 * those that run meanwhile still answer.
 */
export async function stopProcess(pid: number): Promise<void> {
  try {
    process.kill(pid, "SIGSTOP");
  } catch {
    return; // it has ended meanwhile
  }
  const threads = `/proc/${pid}/task`;
  const isStill = () => readdirSync(threads).every((thread) => isStopped(`${threads}/${thread}/status`));
  while (existsSync(threads) && !isStill()) await setTimeout(5);
}

function isStopped(status: string): boolean {
  try {
    return /^State:\s*[TZX]/mu.test(readFileSync(status, "utf8"));
  } catch {
    return true; // it has ended meanwhile
  }
}
