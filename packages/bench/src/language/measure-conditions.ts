/** A condition in each of the ways there are to evaluate it, each compared with a loop by hand over the same rows. */
import { runToEnd } from "@tablewright/core/compiler";
import { compile, defaultLimits } from "@tablewright/core/expression";
import type { RequestContext } from "@tablewright/core/storage";
import { rowEvaluatorIn } from "../../../core/src/expression/evaluate/sort-rows.ts";
import { ColumnTable } from "../../../store-memory/src/columns/column-table.ts";
import { selectWhereAll } from "../../../store-memory/src/columns/select-where-all.ts";
import { compareSpeed, expectSame, medianTime } from "../compare-speed.ts";
import type { Measure } from "../figure.ts";
import { allConditions, conditionNamed, conditions } from "./conditions.ts";
import { languagePeers } from "./peers.ts";
import {
  checked,
  makeNamedPeople,
  makePeople,
  type NamedPerson,
  namedPersonColumns,
  openRequest,
  type Person,
} from "./people.ts";

const limits = { ...defaultLimits, fuel: Number.MAX_SAFE_INTEGER };

/** The condition `of` over row objects as users write it, in each of the four documented ways. */
export const measureFace: Measure = ({ rows, duration, of }) => {
  const { name, source, byHandOverObjects: byHand } = conditionNamed(of, allConditions);
  const people = makeNamedPeople(rows);
  const compiled = compile(source.replaceAll("[Joined]", "[joinedOn]"), { columns: namedPersonColumns });
  const evaluate = (row: NamedPerson) => compiled.evaluate({ row: row as NamedPerson & Cells });
  const bound = compiled.bind();
  const mapped = compiled.map(people, { limits });
  expectSame({
    "by hand": people.filter(byHand),
    evaluate: people.filter((person) => evaluate(person) === true),
    bind: people.filter((person) => bound(person) === true),
    filter: compiled.filter(people, { limits }),
    map: people.filter((_, position) => mapped[position] === true),
  });
  const times = compareSpeed(
    {
      byHand: () => countByHand(people, byHand),
      evaluate: () => countTrue(people, evaluate),
      bind: () => countTrue(people, bound),
      filteredByHand: () => selectByHand(people, byHand).length,
      filter: () => compiled.filter(people, { limits }).length,
      mappedByHand: () => mapByHand(people, byHand).length,
      map: () => compiled.map(people, { limits }).length,
    },
    duration,
  );
  const ways = [
    ["evaluate", times.byHand],
    ["bind", times.byHand],
    ["filter", times.filteredByHand],
    ["map", times.mappedByHand],
  ] as const;
  return ways.map(([way, against]) => ({
    name: `${way}: ${name}`,
    ratio: times[way] / against,
    milliseconds: [times[way], against],
  }));
};

/** An interface has no index signature of its own. */
type Cells = Readonly<Record<string, string | number | boolean>>;

/** One peer on one condition, `of` being `peer/condition`, over the row objects that our own faces are measured on. */
export const measurePeer: Measure = async ({ rows, duration, of = "" }) => {
  const [key = "", name = ""] = of.split("/");
  const peer = languagePeers[key];
  if (peer === undefined) throw new Error(`There is no peer "${key}".`);
  const byHand = conditionNamed(name, allConditions).byHandOverObjects;
  const people = makeNamedPeople(Math.min(rows, peer.rows));
  const run = (await peer.open(people))(name);
  expectSame({ "by hand": positionsWhere(people, byHand), [peer.name]: await run() });
  const { reference } = compareSpeed({ reference: () => countByHand(people, byHand) }, duration);
  const time = await medianTime(run, duration);
  return [{ name: `peer: ${peer.name}`, ratio: time / reference, milliseconds: [time, reference] }];
};

/** The condition `of` by hand and by closures over single rows, by hand and by kernels over columns; then after 60 others. */
export const measureKernels: Measure = ({ rows, duration, of }) => {
  const { name, source, byHand, openScan } = conditionNamed(of, conditions);
  const people = makePeople(rows);
  const condition = checked(source);
  const request = openRequest();
  const evaluate = rowEvaluatorIn(condition, request);
  const table = new ColumnTable(people);
  const selectRows = () => runToEnd(selectWhereAll([condition], request)(table));
  const start = performance.now();
  selectRows();
  const firstTime = performance.now() - start;
  const selected = new Int32Array(rows);
  const scan = openScan(people);
  const selection = () => selected.slice(0, scan(selected));
  expectSame({
    "by hand": positionsWhere(people, byHand),
    closures: positionsWhere(people, (person) => evaluate(person) === true),
    kernels: [...selectRows()],
    "by hand over columns": [...selection()],
  });
  const closures = () => countTrue(people, evaluate);
  const fresh = compareSpeed(
    {
      byHand: () => countByHand(people, byHand),
      closures,
      kernels: () => selectRows().length,
      columnsByHand: () => selection().length,
    },
    duration,
  );
  runOtherConditions(people.slice(0, OTHER_ROWS), request);
  const later = compareSpeed({ closures }, duration);
  const figure = (what: string, measured: number, against = fresh.byHand) => ({
    name: `${what}: ${name}`,
    ratio: measured / against,
    milliseconds: [measured, against] as const,
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

function positionsWhere<P>(people: readonly P[], holds: (person: P) => boolean): number[] {
  return people.flatMap((person, position) => (holds(person) ? [position] : []));
}

function countTrue<P>(people: readonly P[], evaluate: (person: P) => unknown): number {
  let count = 0;
  for (const person of people) if (evaluate(person) === true) count++;
  return count;
}

// Loops of their own, into which the one predicate that a process ever gives them is inlined.

function countByHand<P>(people: readonly P[], byHand: (person: P) => boolean): number {
  let count = 0;
  for (const person of people) if (byHand(person)) count++;
  return count;
}

function selectByHand<P>(people: readonly P[], byHand: (person: P) => boolean): P[] {
  const selected: P[] = [];
  for (const person of people) if (byHand(person)) selected.push(person);
  return selected;
}

function mapByHand<P>(people: readonly P[], byHand: (person: P) => boolean): boolean[] {
  const values: boolean[] = [];
  for (const person of people) values.push(byHand(person));
  return values;
}

/** Runs sixty conditions of every shape over the rows, so that whatever closures share has seen them all. */
function runOtherConditions(people: readonly Person[], request: RequestContext): void {
  for (const source of SHAPES.flatMap((shape) => [1, 2, 3, 4, 5].map(shape))) {
    const evaluate = rowEvaluatorIn(checked(source), request);
    for (const person of people) evaluate(person);
  }
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
