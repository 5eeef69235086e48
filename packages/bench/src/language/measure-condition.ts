import { runToEnd } from "@tablewright/core/compiler";
import { rowEvaluatorIn } from "../../../core/src/expression/evaluate/evaluate-row.ts";
import { ColumnTable } from "../../../store-memory/src/columns/column-table.ts";
import { selectWhereAll } from "../../../store-memory/src/columns/select-where-all.ts";
import { compareSpeed } from "../compare-speed.ts";
import { expectSame } from "../expect-same.ts";
import type { Figure, Measure } from "../figure.ts";
import { scansByHand } from "./columns-by-hand.ts";
import { conditionNamed } from "./conditions.ts";
import { countByHand } from "./count-by-hand.ts";
import { checked, openRequest } from "./open-people.ts";
import { makePeople, type Person } from "./people.ts";
import { runOtherConditions } from "./run-other-conditions.ts";

/** One condition: by hand and by closures over single rows, by hand and by kernels over columns; then after 60 others. */
export const measure: Measure = ({ rows, patience, of }) => {
  const { name, source, byHand } = conditionNamed(of);
  const people = makePeople(rows);
  const condition = checked(source);
  const request = openRequest();
  const evaluate = rowEvaluatorIn(condition, request);
  const table = new ColumnTable(people);
  const selectRows = () => runToEnd(selectWhereAll([condition], request)(table));
  const firstTime = timeOnce(() => selectRows());
  const selected = new Int32Array(rows);
  const scan = scansByHand[name]?.(people);
  if (scan === undefined) throw new Error(`"${name}" has no scan by hand.`);
  const selection = () => selected.slice(0, scan(selected));
  expectSame({
    "by hand": positionsWhere(people, byHand),
    closures: positionsWhere(people, (person) => evaluate(person) === true),
    kernels: [...selectRows()],
    "by hand over columns": [...selection()],
  });
  const contestants = {
    byHand: () => countByHand(people, byHand),
    closures: () => countTrue(people, evaluate),
    kernels: () => selectRows().length,
    columnsByHand: () => selection().length,
  };
  const fresh = compareSpeed(contestants, patience);
  runOtherConditions(people.slice(0, OTHER_ROWS), request);
  const { closures } = contestants;
  const later = compareSpeed({ closures }, patience);
  const reference = fresh.byHand;
  const figure = (what: string, measured: number, against = reference): Figure => ({
    name: `${what}: ${name}`,
    ratio: measured / against,
    milliseconds: [measured, against],
  });
  return [
    figure("closures", fresh.closures),
    figure("kernels", fresh.kernels),
    figure("kernels, first time", firstTime),
    figure("columns by hand", fresh.columnsByHand),
    figure("after others", later.closures, fresh.closures),
  ];
};

const OTHER_ROWS = 20_000;

function positionsWhere(people: readonly Person[], holds: (person: Person) => boolean): number[] {
  return people.flatMap((person, position) => (holds(person) ? [position] : []));
}

function countTrue(people: readonly Person[], evaluate: (person: Person) => unknown): number {
  let count = 0;
  for (const person of people) if (evaluate(person) === true) count++;
  return count;
}

function timeOnce(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}
