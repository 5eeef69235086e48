/**
 * How large a regular expression becomes when it is compiled, its counted repetitions written out: `(ab){10}` is 20. It is found
 * without compiling it, because that takes seconds for `(…){1000}`. For what is no regular expression it is any number.
 */
export function patternSize(pattern: string): number {
  const groups: Sizes[] = [];
  let sizes: Sizes = { before: 0, last: 0 };
  for (const [part] of pattern.matchAll(PARTS)) {
    if (FLAGS.test(part)) continue; // a repetition after them is of the part before them
    if (part.startsWith("(")) {
      groups.push(sizes);
      sizes = { before: 0, last: 0 };
    } else if (part === ")") {
      const inner = 2 + sizes.before + sizes.last;
      const { before, last } = groups.pop() ?? { before: 0, last: 0 };
      sizes = { before: before + last, last: inner };
    } else if (/^\{\d/.test(part)) {
      const counts = part.slice(1, -1).split(",").map(Number);
      sizes = {
        before: sizes.before,
        last: sizes.last * counts.reduce((most, one) => Math.max(most, one), 1),
      };
    } else sizes = { before: sizes.before + sizes.last, last: sizeOf(part) };
  }
  return [...groups, sizes].reduce((sum, { before, last }) => sum + before + last, 0);
}

/** Of the content of a group so far: the last part, which a repetition repeats, and all before it. */
interface Sizes {
  readonly before: number;
  readonly last: number;
}

const FLAGS = /^\(\?[\w-]+\)$/u;

/** Quoted text, an escape, a set, flags, the start of a group, a counted repetition, or any other character. */
const PARTS =
  /\\Q.*?(?:\\E|$)|\\[pP]\{[^}]*\}|\\[pP].|\\.|\[\^?\]?(?:\[:\^?\w*:\]|\\.|[^\]\\])*\]?|\(\?[\w-]+\)|\((?:\?(?:P?<\w*>|[\w-]*:?))?|\{\d+(?:,\d*)?\}|./gsu;

/** A class of Unicode is a table of hundreds of ranges. */
const CLASS_SIZE = 20;

function sizeOf(part: string): number {
  if (part.startsWith("\\Q")) return part.length;
  const classes = part.match(/\\[pPwWdDsS]|\[\^|\[:/g)?.length ?? 0;
  const isSet = part.startsWith("[");
  return isSet || classes > 0
    ? 1 + (part.includes("\\p") || part.includes("\\P") ? CLASS_SIZE * classes : classes)
    : part.length;
}
