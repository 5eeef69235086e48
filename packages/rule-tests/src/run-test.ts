import {
  type AppDefinition,
  createEngine,
  type Diagnostic,
  type Engine,
  type Result,
} from "@tablewright/core";
import type { FunctionDeclaration } from "@tablewright/core/expression";
import { withoutSources } from "@tablewright/core/storage";
import type { Coverage } from "./coverage/coverage.ts";
import { compareDecision } from "./expected/compare-decision.ts";
import { compareOutcome, type ObservedCall } from "./expected/compare-outcome.ts";
import { type Mismatch, shown } from "./expected/compare-value.ts";
import { type TestStore, testServices } from "./given/given-stores.ts";
import { storedRows } from "./given/load-given.ts";
import type { Expected, RuleTest, RuleTestBatch, RuleTestDecision, RuleTestStep } from "./read/rule-tests.ts";
import { functionsInTest } from "./stubbed-functions.ts";

/** What a test is run with. */
export interface TestContext {
  readonly definition: AppDefinition;
  /** Only of this test. */
  readonly store: TestStore;
  readonly clock: number;
  /** Takes note of what the calls show of the definition. */
  readonly coverage: Coverage | undefined;
  /** The code of functions of the program, unless the test names their answers. */
  readonly functions: readonly FunctionDeclaration[] | undefined;
}

type ObservedStep = Exclude<RuleTestStep, RuleTestDecision>;

/** Takes the steps of a test in their order and answers what is not as expected; after an unexpected error no further one is taken. */
export async function runTest(test: RuleTest, run: TestContext): Promise<readonly Mismatch[]> {
  const missing = new Set<string>();
  const mismatches = await takeSteps(test, run, missing);
  if (missing.size === 0) return mismatches;
  return [...mismatches, { path: test.path, message: [...missing].join(" ") }];
}

async function takeSteps(
  test: RuleTest,
  run: TestContext,
  missing: Set<string>,
): Promise<readonly Mismatch[]> {
  const services = testServices(run.clock, SEED_OF_CALLS);
  const { definition, store, coverage } = run;
  const functions = functionsInTest(definition, test.functions, run.functions, missing);
  const options = { definition, store: withoutSources(store), services, functions };
  const engine = await createEngine(
    coverage === undefined ? options : { ...options, observer: coverage.observer },
  );
  let mismatches: readonly Mismatch[] = [];
  let before = NOTHING;
  // Schedules begin with the test, and are due when its clock has come to their times.
  if (test.steps.some(({ kind }) => kind === "schedules")) await engine.runSchedules();
  for (const [at, step] of test.steps.entries()) {
    if (step.clock !== undefined) services.setClock(step.clock);
    if (step.kind === "decision") {
      mismatches = [...mismatches, ...(await decide(engine, step, run))];
      continue;
    }
    const { expect } = step;
    const { result, answered } = await take(engine, step);
    const outcome = await observe(engine, result, before);
    for (const [table, one] of answered) coverage?.answered(table, one);
    coverage?.ran(outcome.runs);
    before = {
      ...outcome,
      events: [...before.events, ...outcome.events],
      runs: [...before.runs, ...outcome.runs],
    };
    const isLast = at === test.steps.length - 1;
    if (outcome.errors.length > 0 && !expectsErrors(expect) && !(isLast && expectsErrors(test.expect)))
      return [...mismatches, refusedStep(step, outcome.errors)];
    if (expect !== undefined) mismatches = [...mismatches, ...(await compare(engine, expect, outcome))];
  }
  if (test.expect === undefined) return mismatches;
  return [...mismatches, ...(await compare(engine, test.expect, before))];
}

const SEED_OF_CALLS = 2;

const NOTHING: ObservedCall = { rows: [], errors: [], warnings: [], events: [], runs: [] };

function compare(engine: Engine, expected: Expected, outcome: ObservedCall): Promise<readonly Mismatch[]> {
  return compareOutcome(expected, outcome, (table) => storedRows(engine, table));
}

function expectsErrors(expected: Expected | undefined): boolean {
  return expected?.shape.errors !== undefined;
}

/** Decides on facts; errors that are not expected are a mismatch. */
async function decide(
  engine: Engine,
  { path, decision, facts, properties, expect = {} }: RuleTestDecision,
  { coverage }: TestContext,
): Promise<readonly Mismatch[]> {
  const result = await engine.decide(decision, facts, { properties });
  coverage?.decided(decision, result);
  return compareDecision([...path, "expect"], expect, result);
}

/** What came of a step, and what each of its calls was answered with, by the names of their tables. */
interface Taken {
  readonly result: Result;
  readonly answered: readonly (readonly [table: string, result: Result])[];
}

/** Makes a call or a batch, or runs what is due: the errors of schedules are those of the first that failed. */
async function take(engine: Engine, step: ObservedStep): Promise<Taken> {
  if (step.kind === "call") {
    const { action, table, properties, rows } = step;
    const result = await engine.execute({ action, table, properties, ...(rows && { rows }) });
    return { result, answered: [[table, result]] };
  }
  if (step.kind === "batch") return takeBatch(engine, step);
  const { runs } = await engine.runSchedules();
  const failed = runs.find(({ diagnostics }) => diagnostics.length > 0);
  const result: Result =
    failed === undefined
      ? { ok: true, rows: [], warnings: [] }
      : { ok: false, diagnostics: failed.diagnostics };
  return { result, answered: [] };
}

async function takeBatch(engine: Engine, { calls, properties }: RuleTestBatch): Promise<Taken> {
  const asked = calls.map(({ rows, ...call }) => ({ ...call, ...(rows && { rows }) }));
  const result = await engine.batch({ calls: asked, properties });
  if (!result.ok) {
    const failed = calls[(result.diagnostics[0]?.call ?? 1) - 1];
    return { result, answered: failed === undefined ? [] : [[failed.table, result]] };
  }
  const answered = result.answers.map((answer, at) => [calls[at]?.table ?? "", answer] as const);
  return { result: answered.at(-1)?.[1] ?? { ok: true, rows: [], warnings: [] }, answered };
}

function refusedStep(step: ObservedStep, errors: readonly Diagnostic[]): Mismatch {
  const reported = errors.map(({ code, row, column, message }) => ({ code, row, column, message }));
  const message = `${describeStep(step)}, and no errors were expected.`;
  return { path: step.path, message, actual: shown(reported) };
}

function describeStep(step: ObservedStep): string {
  if (step.kind === "call") return `${step.action} on "${step.table}" was refused`;
  return step.kind === "batch" ? "The batch was refused" : "A schedule failed";
}

/** What a call was answered with, and what it added to the outbox and the run history. */
async function observe(engine: Engine, result: Result, before: ObservedCall): Promise<ObservedCall> {
  const events = await engine.listEvents({ limit: MOST_NOTED });
  const runs = await engine.listRuns({ limit: MOST_NOTED });
  return {
    rows: result.ok ? result.rows : [],
    errors: result.ok ? [] : result.diagnostics,
    warnings: result.ok ? result.warnings : [],
    events: sinceOf(events, before.events),
    runs: sinceOf(runs, before.runs),
  };
}

/** The entries of a journal, the newest of which comes first, that come after those known, in their order. */
function sinceOf<T extends { readonly sequence: number }>(
  entries: readonly T[],
  known: readonly T[],
): readonly T[] {
  const last = known.at(-1)?.sequence ?? 0;
  return entries.filter(({ sequence }) => sequence > last).toReversed();
}

/** Events, and runs of rules, that one test can look at. */
const MOST_NOTED = 10_000;
