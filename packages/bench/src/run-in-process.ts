import { spawn } from "node:child_process";
import { resolve } from "node:path";
import type { Figure, Task } from "./figure.ts";

const entry = resolve(import.meta.dirname, "measure-one.ts");

/** Runs one measurement in a new Node process; rejects with what it printed when it fails. */
export function runInProcess(
  module: string,
  task: Task,
  flags: readonly string[] = ["--conditions=source"],
): Promise<readonly Figure[]> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [...flags, entry, module, JSON.stringify(task)], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let printed = "";
    let complaints = "";
    child.stdout.on("data", (data) => (printed += data));
    child.stderr.on("data", (data) => (complaints += data));
    child.on("error", fail);
    child.on("close", (code) => {
      const answer = printed.trimEnd().split("\n").at(-1) ?? "";
      if (code === 0) done(JSON.parse(answer) as Figure[]);
      else fail(new Error(firstComplaint(complaints)));
    });
  });
}

function firstComplaint(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.find((line) => /^\w*Error\b/.test(line)) ?? lines[0] ?? "It stopped without a word.";
}
