/** Longer texts are read in parts, because the patterns of dates look around from every place of what they are given. */
const LONGEST_PART = 1_000;

/**
 * A text in parts of at most a thousand characters, cut at the end of a sentence where there is one, else at a comma or a
 * blank; blanks of any kind are one blank each, "between A and B" is "A to B", and "noon to 4p" is "noon to 4pm".
 */
export function* prosePartsOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const part = text.slice(start, start + LONGEST_PART);
    const length = start + part.length < text.length ? cutIn(part) : part.length;
    start += length;
    yield plain(part.slice(0, length));
  }
}

function cutIn(part: string): number {
  for (const ends of [/[.!?;\n]\s/g, /,\s/g, /\s/g]) {
    let cut = 0;
    for (const { index } of part.matchAll(ends)) cut = index + 1;
    if (cut > LONGEST_PART / 2) return cut;
  }
  return part.length;
}

function plain(part: string): string {
  return part
    .replace(/\s+/g, " ")
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/\bbetween ([^.;!?]{1,60}?) and\b/gi, "$1 to")
    .replace(/\b((?:noon|midnight)(?: to | until | till | ?[-\u2013] ?)\d{1,2}(?::\d\d)?[ap])\b/gi, "$1m")
    .replace(
      /\b(\d{1,2}(?::\d\d)?[ap])(?=(?: to | until | till | ?[-\u2013] ?)(?:noon|midnight)\b)/gi,
      "$1m",
    );
}
