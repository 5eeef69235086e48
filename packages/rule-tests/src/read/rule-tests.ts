import type { Location, Path } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/definition";
import type { ExpectedDecision, ExpectedShape } from "./rule-test-shape.ts";

/** Tests of a definition as they were read: every name of a table, action and rule is one that the definition has. */
export interface RuleTests {
  readonly file: string | undefined;
  /** In the order of the text. */
  readonly tests: readonly RuleTest[];
  /** Where a member stands: line and character from 1. */
  locationOf(path: Path): Location;
}

export interface RuleTest {
  readonly name: string;
  readonly path: Path;
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly clock: number | undefined;
  /** Each table after those that its Refs point at. */
  readonly given: readonly GivenRows[];
  /** The answers of functions of the program, by their names in capitals. */
  readonly functions: ReadonlyMap<string, readonly FunctionAnswer[]>;
  readonly steps: readonly RuleTestStep[];
  /** What holds when all steps have been taken; of rows, errors and warnings, for the last of them. */
  readonly expect: Expected | undefined;
}

/** What a function answers for some arguments, or for all where they are left out: a value, or that it fails. */
export interface FunctionAnswer {
  readonly with?: readonly JsonValue[] | undefined;
  readonly gives?: JsonValue | undefined;
  readonly fails?: string | undefined;
}

/** Rows that a table holds before the first call: written out, or those of a file, named from where the tests stand. */
export interface GivenRows {
  readonly table: string;
  readonly path: Path;
  readonly rows: readonly Readonly<Record<string, JsonValue>>[] | undefined;
  readonly file: string | undefined;
}

/** A call, several in one transaction, a decision on facts, or that what is due by the clock is run. */
export type RuleTestStep = RuleTestCall | RuleTestBatch | RuleTestDecision | RuleTestSchedules;

export interface RuleTestCall extends StepOfTest, AskedOfTable {
  readonly kind: "call";
}

/** What is asked of a table. */
export interface AskedOfTable {
  readonly table: string;
  readonly action: string;
  readonly rows: readonly Readonly<Record<string, JsonValue>>[] | undefined;
  readonly properties: Readonly<Record<string, JsonValue>>;
}

/** Of its rows, errors and warnings, those of the last call are expected. */
export interface RuleTestBatch extends StepOfTest {
  readonly kind: "batch";
  readonly calls: readonly AskedOfTable[];
  readonly properties: Readonly<Record<string, JsonValue>>;
}

export interface RuleTestDecision extends Omit<StepOfTest, "expect"> {
  readonly kind: "decision";
  readonly decision: string;
  readonly facts: Readonly<Record<string, JsonValue>>;
  readonly properties: Readonly<Record<string, JsonValue>>;
  readonly expect: ExpectedDecision | undefined;
}

export interface RuleTestSchedules extends StepOfTest {
  readonly kind: "schedules";
}

interface StepOfTest {
  readonly path: Path;
  /** What the clock shows from this step on. */
  readonly clock: number | undefined;
  readonly expect: Expected | undefined;
}

export interface Expected {
  readonly path: Path;
  readonly shape: ExpectedShape;
}
