import type { Expression } from "../syntax/ast.ts";
import type { SourceAnalysis } from "./analyse-source.ts";
import { partsOf } from "./parts-of.ts";
import type { SeenPart } from "./watched-check.ts";

/** A part of a source with where it is in that, and what the checker saw of it or of what is around it. */
export interface PlacedPart {
  readonly part: Expression;
  readonly start: number;
  readonly end: number;
  readonly seen: SeenPart | undefined;
}

/** The innermost part that the offset is in or right behind; undefined between parts. */
export function partAt({ repaired, seen }: SourceAnalysis, offset: number): PlacedPart | undefined {
  let innermost: PlacedPart | undefined;
  const waiting = repaired.tree === undefined ? [] : [repaired.tree];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    const start = repaired.toSource(part.start);
    const end = repaired.toSource(part.end);
    if (offset < start || offset > end) continue;
    const isInner = innermost === undefined || end - start <= innermost.end - innermost.start;
    if (isInner) innermost = { part, start, end, seen: seen.get(part) ?? innermost?.seen };
    for (const inner of partsOf(part)) waiting.push(inner);
  }
  return innermost;
}
