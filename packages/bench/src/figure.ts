/** One thing measured once: how many times what it is compared with. */
export interface Figure {
  readonly name: string;
  readonly ratio: number;
  /** For orientation only: what was measured and what it was compared with, in milliseconds. */
  readonly milliseconds?: readonly [measured: number, reference: number];
}

/** What a measuring process is given. */
export interface MeasureTask {
  /** Rows of the people table. */
  readonly rows: number;
  /** Milliseconds to spend on each of the things compared. */
  readonly duration: number;
  /** Which of several alike, such as the name of a condition. */
  readonly of?: string;
}

/** Measures in a process of its own, so that nothing that ran before is in the way. */
export type Measure = (task: MeasureTask) => readonly Figure[] | Promise<readonly Figure[]>;

/** The middle one of some numbers, the lower of the two middle ones where their count is even. */
export function medianOf(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[(sorted.length - 1) >> 1] ?? Number.NaN;
}

/** The mean of ratios: half as fast once and twice as fast once is 1. */
export function geometricMean(ratios: readonly number[]): number {
  return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
}

/** Writes rows as a Markdown table with padded columns, so that it is also readable as plain text. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? "").length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

/** A ratio or a time in as many digits as it deserves. */
export function rounded(number: number): string {
  if (Number.isNaN(number)) return "?";
  if (number >= 100) return number.toFixed(0);
  return number >= 10 ? number.toFixed(1) : number.toFixed(number < 0.1 ? 3 : 2);
}
