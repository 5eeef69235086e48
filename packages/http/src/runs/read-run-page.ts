import { diagnose, type Outcome } from "@tablewright/core";
import { readQuery } from "../access/address.ts";

/** Which part of the run history, the newest first. */
interface RunPage {
  /** Only runs with a smaller sequence. */
  readonly before?: number;
  readonly limit: number;
}

/** The part of the run history that a query asks for: `before` and `limit`. */
export function readRunPage(url: string): Outcome<RunPage> {
  const limit = readQuery(url, "limit") ?? String(DEFAULT);
  if (!/^[1-9]\d{0,3}$/u.test(limit) || Number(limit) > MOST_RUNS)
    return refuse("limit", `a whole number from 1 to ${MOST_RUNS}`);
  const before = readQuery(url, "before");
  if (before === undefined) return { output: { limit: Number(limit) }, diagnostics: [] };
  if (!/^[1-9]\d{0,14}$/u.test(before)) return refuse("before", "the sequence of a run");
  return { output: { limit: Number(limit), before: Number(before) }, diagnostics: [] };
}

function refuse(name: string, expected: string): Outcome<RunPage> {
  return { output: undefined, diagnostics: [diagnose("request/query", { name, expected })] };
}

const DEFAULT = 50;
const MOST_RUNS = 1_000;
