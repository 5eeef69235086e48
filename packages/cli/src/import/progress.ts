import type { Diagnostic, LoadedSource, RefusedRow } from "@tablewright/core";
import type { SourceRow } from "../files/source-file.ts";
import { counted, type Terminal } from "../terminal.ts";

/** A line for each error of a row: `Orders.csv:7: error: column "Price": … (cell/unreadable)`. */
export function describeRefused(
  path: string,
  { row, diagnostics }: RefusedRow<SourceRow>,
): readonly string[] {
  return diagnostics.map((diagnostic) => describeDiagnostic(`${path}:${row.line}`, diagnostic));
}

export function describeDiagnostic(
  place: string,
  { severity, column, message, hint, code }: Diagnostic,
): string {
  const about = column === undefined || message.includes(`"${column}"`) ? "" : `column "${column}": `;
  return `${place}: ${severity}: ${about}${message}${hint === undefined ? "" : ` ${hint}`} (${code})`;
}

/** `19,998 rows added, 2 refused`. */
export function describeCounts({ added, updated, skipped, refused }: LoadedSource): string {
  const parts = [
    [updated, "updated"],
    [skipped, "skipped because their keys exist"],
    [refused, "refused"],
  ] as const;
  const others = parts.flatMap(([number, word]) =>
    number === 0 ? [] : [`${number.toLocaleString("en-US")} ${word}`],
  );
  return [`${counted(added, "row")} added`, ...others].join(", ");
}

/** Says how far an import is: on a terminal in one line that is drawn again, elsewhere in a line now and then. */
export class ImportProgressLine {
  readonly #terminal: Terminal;
  readonly #now: () => number;
  #table = "";
  #total = 0;
  #begunAt = 0;
  #begunWith = 0;
  #saidAt = 0;

  /** `now` in milliseconds from any start. */
  constructor(terminal: Terminal, now: () => number = () => performance.now()) {
    this.#terminal = terminal;
    this.#now = now;
  }

  begin(table: string, total: number, done: number): void {
    this.#table = table;
    this.#total = total;
    this.#begunAt = this.#now();
    this.#saidAt = this.#begunAt;
    this.#begunWith = done;
  }

  advance(done: number): void {
    const now = this.#now();
    const { status } = this.#terminal;
    if (now - this.#saidAt < (status === undefined ? LINE_EVERY : DRAWN_EVERY)) return;
    this.#saidAt = now;
    const rate = ((done - this.#begunWith) * 1_000) / (now - this.#begunAt);
    const words =
      `${this.#table}: ${done.toLocaleString("en-US")} of ${counted(this.#total, "row")}, ` +
      `${Math.round(rate).toLocaleString("en-US")} rows/s, ${timeLeft((this.#total - done) / rate)} left`;
    if (status === undefined) this.#terminal.err(words);
    else status(`${bar(done / this.#total)} ${words}`);
  }

  end(): void {
    this.#terminal.status?.("");
  }
}

const LINE_EVERY = 5_000;
const DRAWN_EVERY = 100;

function bar(share: number): string {
  const full = Math.min(WIDTH, Math.round(share * WIDTH));
  return `[${"#".repeat(full)}${".".repeat(WIDTH - full)}]`;
}

const WIDTH = 14;

function timeLeft(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.ceil(whole / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
