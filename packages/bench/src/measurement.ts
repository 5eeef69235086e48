import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { type Figure, type MeasureTask, medianOf } from "./figure.ts";

/** A module that measures, what it is given, and the Node options its process needs. */
export interface Measurement {
  readonly module: string;
  readonly task: MeasureTask;
  readonly flags?: readonly string[];
}

/** The medians over `rounds` processes for each figure of each measurement; what fails is reported and left out. */
export async function medianFigures(
  measurements: readonly Measurement[],
  rounds: number,
  report: (line: string) => void,
): Promise<ReadonlyMap<string, Figure>> {
  const byName = new Map<string, Figure[]>();
  for (const { module, task, flags } of measurements) {
    const name = `${module.replace(/^.*measure-|\.ts$/g, "")}${task.of === undefined ? "" : ` ${task.of}`}`;
    report(`measuring ${name} …`);
    for (let at = 0; at < rounds; at++) {
      try {
        for (const figure of await runInProcess(module, task, flags)) {
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
function runInProcess(
  module: string,
  task: MeasureTask,
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
