import type { Meter } from "../runtime/meter.ts";

/** The match of a sticky pattern at exactly this place of a text. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

/** The matches of a built-in pattern, which reads a text in linear time: one step a character. */
export function* matchesOf(text: string, pattern: RegExp, meter: Meter): Generator<string> {
  meter.spend(text.length);
  for (const [match] of text.matchAll(pattern)) yield match;
}
