/**
 * The place of a byte in a body, in words: its line, and its character in that. With a line and character, the place that is
 * so many lines and characters on from there, both counted from 1.
 */
export function placeOf(bytes: Uint8Array, at: number, line = 1, character = 1): string {
  let lines = 0;
  let begin = 0;
  for (
    let next = bytes.indexOf(NEW_LINE);
    next !== -1 && next < at;
    next = bytes.indexOf(NEW_LINE, next + 1)
  ) {
    lines++;
    begin = next + 1;
  }
  if (line > 1) return `line ${lines + line}, character ${character}`;
  const before = new TextDecoder().decode(bytes.subarray(begin, at)).length;
  return `line ${lines + 1}, character ${before + character}`;
}

const NEW_LINE = 0x0a;
