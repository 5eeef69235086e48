import type { AppDefinition, EngineRequest, ResultRow } from "@tablewright/core";
import type { FunctionDeclaration } from "@tablewright/core/expression";
import fc from "fast-check";
import { GivenStores, type TestStore } from "../given/given-stores.ts";
import type { OpenGiven } from "../given/load-given.ts";
import type { RuleTests } from "../read/rule-tests.ts";
import { functionsInTest } from "../stubbed-functions.ts";
import { callArbitrary, type GeneratedCall } from "./call-arbitrary.ts";
import type { GeneratedCell } from "./cell-arbitrary.ts";
import { type Choose, type Law, laws, type MadeCall, type Verdict } from "./laws.ts";
import { keyCellsOf, World } from "./world.ts";

/** What generated calls are made on. */
export interface LawChecking {
  readonly definition: AppDefinition;
  /** Calls begin with the rows that these tests are given, or with none. */
  readonly tests: readonly RuleTests[];
  readonly openStore: () => TestStore;
  readonly openGiven: OpenGiven;
  readonly now: number;
  readonly runs: number;
  readonly seed: number;
  /** The code of functions that the definition leaves to the program. */
  readonly functions?: readonly FunctionDeclaration[] | undefined;
}

export interface LawResult {
  readonly name: string;
  /** How often there was something for it to hold of. */
  readonly held: number;
  readonly broken: BrokenLaw | undefined;
  readonly milliseconds: number;
}

/** The least calls that break a law, as JSON texts of the record API with their tables. */
export interface BrokenLaw {
  readonly message: string;
  readonly calls: readonly string[];
  readonly given: string | undefined;
}

export interface CheckedLaws {
  readonly laws: readonly LawResult[];
  readonly seed: number;
  readonly runs: number;
  readonly taken: number;
  readonly refused: number;
}

/** Makes random calls of a definition and answers which laws held of what came of them. The same seed makes the same calls. */
export async function runLaws(checking: LawChecking): Promise<CheckedLaws> {
  const starts = await startsOf(checking);
  const counts = { taken: 0, refused: 0 };
  const results: LawResult[] = [];
  for (const law of laws) {
    const begun = performance.now();
    const result = await checkLaw(checking, starts, law, counts);
    results.push({ ...result, milliseconds: performance.now() - begun });
  }
  return { laws: results, seed: checking.seed, runs: checking.runs, ...counts };
}

/** Rows to begin with, and the test that is given them. */
interface Start {
  readonly test: string | undefined;
  readonly store: TestStore;
  readonly clock: number;
  readonly functions: readonly FunctionDeclaration[];
}

async function startsOf({
  definition,
  tests,
  openStore,
  openGiven,
  now,
  functions: own,
}: LawChecking): Promise<readonly Start[]> {
  const stores = new GivenStores({ definition, openStore, openGiven, rows: undefined, functions: own });
  const starts: Start[] = [];
  for (const file of tests)
    for (const test of file.tests) {
      const clock = test.clock ?? now;
      const functions = functionsInTest(definition, test.functions, own);
      starts.push({ test: test.name, store: await stores.storeFor(file, test, clock), clock, functions });
    }
  if (starts.length > 0) return starts;
  return [
    {
      test: undefined,
      store: openStore(),
      clock: now,
      functions: functionsInTest(definition, new Map(), own),
    },
  ];
}

/** Thrown at what breaks a law, so that fast-check looks for the least calls that do. */
class Broken extends Error {
  readonly broken: BrokenLaw;

  constructor(broken: BrokenLaw) {
    super(broken.message);
    this.broken = broken;
  }
}

async function checkLaw(
  { definition, runs, seed }: LawChecking,
  starts: readonly Start[],
  law: Law,
  counts: { taken: number; refused: number },
): Promise<Omit<LawResult, "milliseconds">> {
  let held = 0;
  const property = fc.asyncProperty(
    fc.nat(starts.length - 1),
    fc.array(callArbitrary(definition), { maxLength: 8 }),
    fc.array(fc.nat(1_000), { minLength: 6, maxLength: 6 }),
    async (at, calls, draws) => {
      const start = starts[at] as Start;
      const world = await World.open(definition, start.store.fork(), start.clock, start.functions);
      held += await follow(world, law, start, calls, draws, counts);
    },
  );
  const { errorInstance } = await fc.check(property, { numRuns: runs, seed });
  if (errorInstance === null || errorInstance === undefined)
    return { name: law.name, held, broken: undefined };
  if (errorInstance instanceof Broken) return { name: law.name, held, broken: errorInstance.broken };
  throw errorInstance;
}

/** How often the law held while the calls were made. */
async function follow(
  world: World,
  law: Law,
  start: Start,
  calls: readonly GeneratedCall[],
  draws: readonly number[],
  counts: { taken: number; refused: number },
): Promise<number> {
  let held = 0;
  const lines: string[] = [];
  const judge = (verdict: Verdict) => {
    if (typeof verdict === "object")
      throw new Broken({ message: verdict.broken, calls: lines, given: start.test });
    if (verdict === "holds") held++;
  };
  for (const generated of calls) {
    const call = await makeCall(world, generated);
    if (call === undefined) continue;
    const { table, action, rows, properties } = call.request;
    lines.push(JSON.stringify({ table, Action: action, Rows: rows, Properties: properties }));
    counts[call.result.ok ? "taken" : "refused"]++;
    if (law.afterCall !== undefined) judge(await law.afterCall(world, call));
  }
  if (law.atEnd !== undefined) judge(await law.atEnd(world, choosing(draws)));
  return held;
}

function choosing(draws: readonly number[]): Choose {
  let drawn = 0;
  return (list) => list[(draws[drawn++ % draws.length] ?? 0) % Math.max(1, list.length)];
}

/** Makes a generated call on the rows that there are; undefined where there is no row for it. */
async function makeCall(world: World, call: GeneratedCall): Promise<MadeCall | undefined> {
  const request = await requestOf(world, call);
  if (request === undefined) return undefined;
  const before = await world.everything();
  const count = (await world.runs()).length;
  const result = await world.engine.execute(request);
  const runs = await world.runs();
  return { request, result, before, runs: runs.slice(0, runs.length - count) };
}

async function requestOf(
  world: World,
  { table: name, action, user, row: place, cells, inputs }: GeneratedCall,
): Promise<EngineRequest | undefined> {
  const table = world.definition.tables.get(name);
  if (table === undefined) return undefined;
  const row: Record<string, ResultRow[string]> = {};
  if (action !== "Add") {
    const existing = roundOf(await world.rowsOf(name), place);
    if (existing === undefined) return undefined;
    Object.assign(row, keyCellsOf(table, existing));
  }
  Object.assign(row, await cellsOf(world, cells));
  const values = await cellsOf(world, inputs);
  const properties = Object.keys(values).length === 0 ? {} : { Inputs: values };
  return world.requestOf(
    { action, table: name, rows: [row], properties },
    roundOf(await world.people(), user),
  );
}

async function cellsOf(world: World, cells: Readonly<Record<string, GeneratedCell>>): Promise<ResultRow> {
  const read: Record<string, ResultRow[string]> = {};
  for (const [name, generated] of Object.entries(cells)) read[name] = await cellOf(world, generated);
  return read;
}

/** The key of a row that a Ref is to point at, written as keys of several columns are. */
async function cellOf(world: World, generated: GeneratedCell): Promise<ResultRow[string]> {
  if ("cell" in generated) return generated.cell;
  const table = world.definition.tables.get(generated.of);
  const row = table && roundOf(await world.rowsOf(table.name), generated.row);
  if (table === undefined || row === undefined) return "";
  const [only, ...others] = table.key.map(({ name }) => row[name] ?? "");
  return others.length === 0 ? (only ?? "") : [only, ...others].join(": ");
}

function roundOf<T>(list: readonly T[], place: number): T | undefined {
  return list[place % Math.max(1, list.length)];
}
