import type { Expression } from "../syntax/ast.ts";
import { parse } from "../syntax/parse.ts";
import { repairOf } from "./repair-of.ts";

/** A source that need not read, in a form that does. */
export interface RepairedSource {
  /** What was missing is put in, what has no meaning is blanked out or replaced by as many characters. */
  readonly text: string;
  /** Undefined when the source is beyond a limit. */
  readonly tree: Expression | undefined;
  /** The offset in the source of an offset in `text`. */
  toSource(offset: number): number;
}

/** Repairs one error after the other, so that the parts around them can be looked at. */
export function repairSource(source: string, tableNames: readonly string[]): RepairedSource {
  const insertions: Insertion[] = [];
  const toSource = (offset: number) => offsetBefore(insertions, offset);
  let text = source;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { output, diagnostics } = parse(text, tableNames);
    const [error] = diagnostics;
    if (output !== undefined || error === undefined) return { text, tree: output, toSource };
    const { start, end, by } = repairOf(error, text);
    const at = toSource(start);
    const more = by.length - (end - start);
    const next = text.slice(0, start) + by + text.slice(end);
    if (next === text) break;
    if (more > 0) insert(insertions, { at, length: more });
    text = next;
  }
  return { text, tree: undefined, toSource };
}

/** Each round repairs an error; a source with more of them is no expression that a person writes. */
const MOST_ROUNDS = 60;

/** Characters that stand in the text and not in the source, before the offset `at` of the source. */
interface Insertion {
  readonly at: number;
  readonly length: number;
}

function insert(insertions: Insertion[], insertion: Insertion): void {
  const later = insertions.findIndex(({ at }) => at > insertion.at);
  insertions.splice(later === -1 ? insertions.length : later, 0, insertion);
}

function offsetBefore(insertions: readonly Insertion[], offset: number): number {
  let inserted = 0;
  for (const { at, length } of insertions) {
    if (offset - inserted <= at) break;
    if (offset - inserted < at + length) return at;
    inserted += length;
  }
  return offset - inserted;
}
