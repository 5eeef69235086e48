import { printTrace, type Trace } from "../../expression/parts.ts";
import type { TraceStep, WhyResult } from "./call-trace.ts";

/** Why a call does what it does, for people: an indented text, the part of an expression that decided marked by `^^^`. */
export function printWhy({ result, trace: { steps, omitted } }: WhyResult): string {
  const end = result.ok ? "accepted; nothing was kept" : "refused";
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
