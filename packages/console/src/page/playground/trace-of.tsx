import type { EvaluationContext } from "@tablewright/core/expression/editor";
import type { Trace } from "@tablewright/core/expression/trace";
import { useMemo } from "react";
import { useWords } from "../words/use-words.tsx";
import type { Checked } from "./check.ts";
import { TraceTree } from "./trace-tree.tsx";

interface TraceOfProps {
  readonly checked: Checked;
  readonly context: EvaluationContext;
}

/** How the chosen row came by its result. */
export function TraceOf({ checked, context }: TraceOfProps) {
  const { say } = useWords();
  const trace = useMemo(() => traceIn(checked, context), [checked, context]);
  if (trace === undefined) return null;
  return (
    <section className="trace" aria-label={say("trace")}>
      <h2>{say("trace")}</h2>
      <TraceTree node={trace.root} />
    </section>
  );
}

/** Undefined where a cell does not have the form of its type, which the results say. */
function traceIn({ compiled }: Checked, context: EvaluationContext): Trace | undefined {
  try {
    return compiled?.trace(context);
  } catch {
    return undefined;
  }
}
