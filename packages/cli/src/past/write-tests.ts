import type { CallDifference } from "@tablewright/core";
import { yamlOnFewLines } from "../yaml-text.ts";

/**
 * Rule tests of calls that come to something else: the rows that they read, the call, and what the candidate makes of it. Calls of
 * batches, and those that read too many rows, have none.
 */
export function writeTests(differences: readonly CallDifference[]): {
  readonly text: string;
  readonly count: number;
} {
  const tests = Object.fromEntries(
    differences.flatMap((one) => {
      const [sent, second] = one.sent;
      if (sent === undefined || second !== undefined || one.given === undefined) return [];
      const { action: Action, table, rows: Rows, properties } = sent;
      const when = [{ table, Action, ...(properties && { Properties: properties }), ...(Rows && { Rows }) }];
      const test = {
        clock: one.time.replace(/\.\d+Z$/u, "Z"),
        ...(one.user !== null && { user: one.user }),
        given: one.given,
        when,
        expect: expectationOf(one),
      };
      return [[`${one.action} of ${one.time} (call ${one.call})`, test] as const];
    }),
  );
  const count = Object.keys(tests).length;
  return { text: count === 0 ? "tests: {}\n" : yamlOnFewLines({ tests }), count };
}

function expectationOf({ changed, keys }: CallDifference): object {
  const tables: Record<string, { contains: object[]; not?: { contains: object[] } }> = {};
  const events: object[] = [];
  const errors: object[] = [];
  for (const { about, name, table = "", key = "", column = "", new: now } of changed) {
    const named = keys[table]?.[key] ?? {};
    if (about === "refusal") for (const message of Array.isArray(now) ? now : []) errors.push({ message });
    else if (about === "event") {
      if (now !== undefined) events.push({ rule: name });
    } else {
      const expected = tables[table] ?? { contains: [] };
      tables[table] = expected;
      if (about === "cell") addCell(expected.contains, named, column, now);
      else if (now === undefined || now === "deleted")
        expected.not = { contains: [...(expected.not?.contains ?? []), named] };
      else expected.contains.push(named);
    }
  }
  return {
    ...(errors.length > 0 && { errors }),
    ...(Object.keys(tables).length > 0 && { tables }),
    ...(events.length > 0 && { events: { contains: events } }),
  };
}

/** Cells of one row are one expected row. */
function addCell(rows: object[], named: object, column: string, value: unknown): void {
  const text = JSON.stringify(named);
  const at = rows.findIndex((row) => JSON.stringify({ ...row, ...named }).startsWith(text.slice(0, -1)));
  const cell = { [column]: value ?? null };
  if (at === -1) rows.push({ ...named, ...cell });
  else rows[at] = { ...rows[at], ...cell };
}
