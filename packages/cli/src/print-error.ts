import { type Diagnostic, printExcerpt } from "@tablewright/core";

/**
 * `file:line:column: error: message (code)`, then the line of the file it is about, and a hint. An error in another file, a table that
 * the definition names, has its place there.
 */
export function printError(file: string, source: string, diagnostic: Diagnostic): string {
  if (diagnostic.file !== undefined && diagnostic.file !== file) return printInTable(diagnostic);
  const text = withoutPlainKeys(source);
  const { line, character = 1 } = diagnostic;
  if (line === undefined) return `${file}: ${printExcerpt(text, diagnostic)}`;
  const start = offsetOf(text, line) + character - 1;
  return `${file}:${line}:${character}: ${printExcerpt(text, { ...diagnostic, start, end: start + lengthOf(diagnostic, text, start) })}`;
}

function printInTable({ file, line, severity, message, code, column, hint }: Diagnostic): string {
  const where = column === undefined ? "" : ` column "${column}":`;
  const heading = `${file}:${line}:${where} ${severity}: ${message} (${code})`;
  return hint === undefined ? heading : `${heading}\nhint: ${hint}`;
}

/** The offset at which a line, counted from 1, begins. */
function offsetOf(text: string, line: number): number {
  let offset = 0;
  for (let number = 1; number < line; number++) offset = text.indexOf("\n", offset) + 1;
  return offset;
}

/** The part of the text to underline: that of the expression, else the word at the position. */
function lengthOf({ start, end }: Diagnostic, text: string, from: number): number {
  if (start !== undefined && end !== undefined) return Math.max(1, end - start);
  const word = /"[^"\n]*"|'[^'\n]*'|[^\s,{}[\]:]+/y;
  word.lastIndex = from;
  return word.exec(text)?.[0].length ?? 1;
}

/**
 * The text of a definition with asterisks in the place of access keys that stand in it, as long as it was: what is shown on a
 * terminal ends up in logs. The key columns of a table, which are a list, and `key: true` of a column stay.
 */
function withoutPlainKeys(text: string): string {
  return text.replace(PLAIN_KEY, (_, member: string, key: string) => member + "*".repeat(key.length));
}

/** A quoted text, or all before the next member, the end of the members, a comment or the end of the line. */
const PLAIN_KEY =
  /((?<![\w-])["']?key["']?[ \t]*:[ \t]*)(?![[\s]|true\b|false\b)("(?:\\.|[^"\\])*"|'(?:''|[^'])*'|(?:(?!, | #|[}\n\r]).)+)/g;
