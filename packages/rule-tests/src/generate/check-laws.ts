import type { AppDefinition } from "@tablewright/core";
import type { FunctionDeclaration } from "@tablewright/core/expression";
import fc from "fast-check";
import { GivenStores } from "../given/given-stores.ts";
import type { OpenGiven } from "../given/load-given.ts";
import type { TestStore } from "../given/test-store.ts";
import type { RuleTests } from "../read/rule-tests.ts";
import { functionsInTest } from "../stubbed-functions.ts";
import { callArbitrary, type GeneratedCall } from "./call-arbitrary.ts";
import { laws } from "./laws/index.ts";
import type { Choose, Law, Verdict } from "./laws/law.ts";
import { makeCall } from "./make-call.ts";
import { World } from "./world.ts";

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
export async function checkLaws(checking: LawChecking): Promise<CheckedLaws> {
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
