import { type Diagnostic, DiagnosticList, diagnose } from "../../../diagnostics/index.ts";
import { type CheckedExpression, children } from "../../../expression/parts.ts";
import type { Call } from "../../calls/call.ts";

/** An error for each `[_PARAM].[name]` of a Selector that the call gives no value: blank would find something else. */
export function missingParameters({ request }: Call, { root }: CheckedExpression): readonly Diagnostic[] {
  const missing: Diagnostic[] = [];
  const waiting = [root]; // not recursive: chains of operators are thousands of nodes deep
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.op === "parameter" && node.from === "parameters" && !request.parameters.has(node.name)) {
      const { name, start, end } = node;
      missing.push(diagnose("run/missing-value", { name }, { start, end }));
    }
    for (const child of children(node)) waiting.push(child);
  }
  return new DiagnosticList(missing.sort((a, b) => (a.start ?? 0) - (b.start ?? 0))).all;
}
