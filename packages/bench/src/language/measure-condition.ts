import { runToEnd } from "@tablewright/core/compiler";
import type { RequestContext } from "@tablewright/core/storage";
import { rowEvaluatorIn } from "../../../core/src/expression/evaluate/sort-rows.ts";
import { ColumnTable } from "../../../store-memory/src/columns/column-table.ts";
import { selectWhereAll } from "../../../store-memory/src/columns/select-where-all.ts";
import { compareSpeed, expectSame } from "../compare-speed.ts";
import type { Figure, Measure } from "../figure.ts";
import { countByHand } from "./by-hand.ts";
import { scansByHand } from "./columns-by-hand.ts";
import { conditionNamed } from "./conditions.ts";
import { checked, openRequest } from "./open-people.ts";
import { makePeople, type Person } from "./people.ts";

/** One condition: by hand and by closures over single rows, by hand and by kernels over columns; then after 60 others. */
export const measure: Measure = ({ rows, duration, of }) => {
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
  const fresh = compareSpeed(contestants, duration);
  runOtherConditions(people.slice(0, OTHER_ROWS), request);
  const { closures } = contestants;
  const later = compareSpeed({ closures }, duration);
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

/** Runs sixty conditions of every shape over the rows, so that whatever closures share has seen them all. */
function runOtherConditions(people: readonly Person[], request: RequestContext): number {
  let count = 0;
  for (const source of otherConditions) {
    const evaluate = rowEvaluatorIn(checked(source), request);
    for (const person of people) if (evaluate(person) === true) count++;
  }
  return count;
}

const SHAPES: readonly ((n: number) => string)[] = [
  (n) => `[Age] > ${n * 7}`,
  (n) => `AND([Quantity] <= ${n * 3}, [Discount] >= 0.${n})`,
  (n) => `[Price] + [Quantity] < ${n * 40}`,
  (n) => `[Price] - ${n}.5 > [Age]`,
  (n) => `OR([Status] = "paid", [City] <> "Lima", [Age] = ${n})`,
  (n) => `STARTSWITH([Name], "${"ABCEP"[n - 1]}")`,
  (n) => `IN([Quantity], LIST(${n}, ${n + 10}, 3))`,
  (n) => `RIGHT([Name], ${n}) < [City]`,
  (n) => `[Joined] + ${n * 100} >= "2015-05-0${n}"`,
  (n) => `IF([Member], [Age] * 2 > ${n * 20}, NOT([Price] = ${n}))`,
  (n) =>
    `AND(ISNOTBLANK([City]), [Member], [Price] * [Discount] <= ${n}, [Quantity] <> ${n}, [Id] > ${n * 1000})`,
  (n) => `LEN([Name] & [City]) > ${n * 6}`,
];

const otherConditions = SHAPES.flatMap((shape) => [1, 2, 3, 4, 5].map(shape));
