import { printTrace, type Trace } from "../../expression/parts.ts";
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

/**
 * Why a call does what it does, for people: an indented text, the part of an expression that decided marked by `^^^`. At the end is
 * whether it is accepted, and whether its changes `areKept`, as those of an old call are.
 */
export function printWhy({ result, trace: { steps, omitted } }: WhyResult, areKept = false): string {
  const accepted = areKept ? "accepted; its changes were kept" : "accepted; nothing was kept";
  const end = result.ok ? accepted : "refused";
  const rest = omitted === 0 ? [] : [`… and ${omitted} more evaluations`];
  return [...steps.flatMap((step) => printStep(step, "")), ...rest, end].join("\n");
}

function printStep({ text, trace, steps = [] }: TraceStep, indent: string): string[] {
  const inner = `${indent}  `;
  const head = trace !== undefined && isPlain(trace) ? `${text}: ${trace.source.trim()}` : text;
  const evaluated = trace === undefined || isPlain(trace) ? [] : printTrace(trace).split("\n");
  return [
    `${indent}${head}`,
    ...evaluated.map((line) => `${inner}${line}`),
    ...steps.flatMap((step) => printStep(step, inner)),
  ];
}

/** A constant says all by itself. */
function isPlain({ root }: Trace): boolean {
  return root.kind === "constant" && root.conversions === undefined;
}
