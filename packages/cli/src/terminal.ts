import { type Diagnostic, printExcerpt } from "@tablewright/core";

/** Where a command writes and how it learns that it should end. */
export interface Terminal {
  /** Writes lines of what was asked for. */
  out(text: string): void;
  /** Writes lines about what went wrong. */
  err(text: string): void;
  /** Draws a line over the last one that was drawn; a blank one removes it. Only where a person looks on. */
  status?(text: string): void;
  /** Aborted when the command is to finish what it is doing and end. */
  readonly stopped: AbortSignal;
  /** The variables that the process was started with. */
  readonly environment: Environment;
  /** Calls back whenever a signal says that what the process has read may have changed; a command that runs until stopped asks for it. */
  onHangUp?(callback: () => void): void;
  /** Aborted when it is not even to wait for what it is doing, except for what would be lost. */
  readonly hurried?: AbortSignal;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** `1 row`, `0 rows`, `1,200 rows`. */
export function counted(number: number, noun: string): string {
  return `${grouped(number)} ${noun}${number === 1 ? "" : "s"}`;
}

/** Without `toLocaleString`, which loads the platform's Locales: 4 MB that a server may never need. */
function grouped(whole: number): string {
  return String(whole).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

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
