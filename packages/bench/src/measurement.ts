import type { Figure, Task } from "./figure.ts";
import { median } from "./median.ts";
import { runInProcess } from "./run-in-process.ts";

/** A module that measures, what it is given, and the Node options its process needs. */
export interface Measurement {
  readonly module: string;
  readonly task: Task;
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
  const ratio = median(figures.map((figure) => figure.ratio));
  return figures.find((figure) => figure.ratio === ratio) ?? (figures[0] as Figure);
}
