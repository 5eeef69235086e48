import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type Figure, type MeasureTask, medianOf } from "./figure.ts";

/** What a process measures. */
export interface Measurement {
  /** A module, relative to this one. */
  readonly module: string;
  /** The `Measure` that the module exports. */
  readonly measure: string;
  readonly task: MeasureTask;
}

/** The medians over `rounds` processes for each figure of each measurement; what fails is reported and left out. */
export async function medianFigures(
  measurements: readonly Measurement[],
  rounds: number,
  report: (line: string) => void,
): Promise<ReadonlyMap<string, Figure>> {
  const byName = new Map<string, Figure[]>();
  for (const measurement of measurements) {
    const { measure, task } = measurement;
    const name = `${measure}${task.of === undefined ? "" : ` ${task.of}`}`;
    report(`measuring ${name} …`);
    for (let at = 0; at < rounds; at++) {
      try {
        for (const figure of await runInProcess(measurement)) {
          // A round takes half an hour, and may be cut off.
          report(`  ${figure.name}: ${figure.ratio.toPrecision(3)}`);
          byName.set(figure.name, [...(byName.get(figure.name) ?? []), figure]);
        }
      } catch (error) {
        report(`${name} is left out: ${error instanceof Error ? error.message : error}`);
        break;
      }
    }
  }
  return new Map([...byName].map(([name, figures]) => [name, middle(figures)]));
}

/** The figure with the median ratio, its own times with it. */
function middle(figures: readonly Figure[]): Figure {
  const ratio = medianOf(figures.map((figure) => figure.ratio));
  return figures.find((figure) => figure.ratio === ratio) ?? (figures[0] as Figure);
}

const entry = resolve(import.meta.dirname, "measure-one.ts");

/** Runs one measurement in a new Node process; rejects with what it printed when it fails. */
function runInProcess(measurement: Measurement): Promise<readonly Figure[]> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, ["--conditions=source", entry, JSON.stringify(measurement)], {
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

/**
 * Installs the packages of a folder outside the workspace, from its lockfile where it has one, unless they are there
 * already. Answers whether they are there now; nothing of them is built or run meanwhile.
 */
export function installPeers(folder: string, report: (line: string) => void): boolean {
  if (existsSync(resolve(folder, "node_modules/.package-lock.json"))) return true;
  report("installing the peers …");
  const how = existsSync(resolve(folder, "package-lock.json")) ? "ci" : "install --no-package-lock";
  const command = `npm ${how} --ignore-scripts --no-audit --no-fund`;
  return spawnSync(command, { cwd: folder, shell: true }).status === 0;
}
