import type { RunsShape } from "../text/definition-shape.ts";

/** What the history of runs tells; a word alone says of which rules, and of all calls. */
export function runsOf(runs: RunsShape = {}): RunsDefinition {
  const { tell = "met", sample = 1 } = typeof runs === "string" ? { tell: runs } : runs;
  return { tell, sample };
}

/** What the run history tells of workflow rules. */
export interface RunsDefinition {
  /** Of those that met a row, of all that were tried on one, or of none. */
  readonly tell: "met" | "all" | "none";
  /** Of which part of the calls, above 0 and at most 1; what did not end as it should is recorded of all. */
  readonly sample: number;
}
