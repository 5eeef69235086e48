import { spawn } from "node:child_process";
import { once } from "node:events";

/** What a command took from its start to its end. */
export interface CommandCost {
  readonly seconds: number;
  /** Seconds of processor time. */
  readonly cpuSeconds: number;
  /** Its largest memory, in MiB. */
  readonly peak: number;
}

/** Runs a script of ours in a process of its own. Rejects with what it printed when it fails. */
export async function runCommand(script: string, args: readonly string[], cwd: string): Promise<CommandCost> {
  const began = performance.now();
  const child = spawn(process.execPath, ["--conditions=source", "--import", TELL_USAGE, script, ...args], {
    cwd,
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (printed += data));
  const [code] = await once(child, "close");
  const seconds = (performance.now() - began) / 1_000;
  if (code !== 0) throw new Error(`It ended with ${code}: ${printed}`);
  const [, peak, user, system] = /usage=(\d+),(\d+),(\d+)/u.exec(printed) ?? [];
  return { seconds, cpuSeconds: (Number(user) + Number(system)) / 1e6, peak: Number(peak) / 1_024 };
}

/** A module that prints the largest resident set of its process, in KiB, and its microseconds of processor time, when that ends. */
const TELL_USAGE =
  "data:text/javascript,process.on('exit',()=>{const{maxRSS:m,userCPUTime:u,systemCPUTime:s}=process.resourceUsage();" +
  "console.error('usage='+[m,u,s])})";
