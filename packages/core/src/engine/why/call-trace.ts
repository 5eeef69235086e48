import type { Trace } from "../../expression/parts.ts";
import type { Result } from "../calls/result.ts";

/** What a call did, or would have done, and why: plain JSON. */
export interface CallTrace {
  readonly steps: readonly TraceStep[];
  /** How many evaluations were made that no step shows. */
  readonly omitted: number;
}

/** The answer of the call, and its trace. */
export interface WhyResult {
  readonly result: Result;
  readonly trace: CallTrace;
}

/** One thing that was decided, evaluated or done, and what belongs to it. */
export interface TraceStep {
  readonly about: TraceTopic;
  /** For people: a clause without a full stop. */
  readonly text: string;
  readonly table?: string;
  /** The row of the request, from 1. */
  readonly row?: number;
  readonly key?: string;
  readonly column?: string;
  /** The rule, action or slice. */
  readonly name?: string;
  /** Whether a condition was met, or a change allowed. */
  readonly isMet?: boolean;
  /** How the expression that decided gave its value. */
  readonly trace?: Trace;
  readonly steps?: readonly TraceStep[];
}

export type TraceTopic =
  | "caller"
  | "access"
  | "plan"
  | "selector"
  | "row"
  | "securityFilter"
  | "sliceFilter"
  | "condition"
  | "initialValue"
  | "formula"
  | "requiredIf"
  | "validIf"
  | "action"
  | "assignment"
  | "rule"
  | "write"
  | "event"
  | "answer"
  | "error"
  | "warning";
