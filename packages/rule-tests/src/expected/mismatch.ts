import type { Path } from "@tablewright/core";

/** One expectation that does not hold: where it is in the test file, what was expected and what there is. */
export interface Mismatch {
  readonly path: Path;
  readonly message: string;
  readonly expected?: string;
  readonly actual?: string;
}

/** A value in a message, cut where it is long. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

const LONGEST = 400;
