import type { TraceNode } from "./trace.ts";

/**
 * The part that decided an outcome one may ask about: what failed, the condition that made a FALSE, the value that made
 * a blank. Undefined where the value is neither.
 */
export function decidingPart(root: TraceNode): TraceNode | undefined {
  if (root.state === "skipped" || !isAskedAbout(root)) return undefined;
  let part = root;
  for (let next = causeIn(part); next !== undefined; next = causeIn(part)) part = next;
  return part;
}

function isAskedAbout({ state, value }: TraceNode): boolean {
  return state === "failed" || value === false || value === null;
}

/** The part below that has the same outcome and led to it; parts of a computed column have spans of another text. */
function causeIn({ kind, state, value, formula, parts }: TraceNode): TraceNode | undefined {
  if (formula !== undefined) return undefined;
  if (state === "failed") return parts.find((part) => part.state === "failed");
  const evaluated = parts.filter((part) => part.state === "evaluated");
  if (kind === "conditional") {
    const chosen = evaluated.at(-1);
    return chosen?.value === value ? chosen : undefined;
  }
  if (value === false) return kind === "and" ? evaluated.find((part) => part.value === false) : undefined;
  return evaluated.find((part) => part.value === null);
}
