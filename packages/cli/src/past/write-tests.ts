import type { CallDifference, Properties } from "@tablewright/core";
import { yamlOnFewLines } from "../yaml-text.ts";

/** Rule tests of calls that come to something else: the rows that they read, the call, and what the candidate makes of it. Calls that read too many rows have none. */
export function writeTests(differences: readonly CallDifference[]): {
  readonly text: string;
  readonly count: number;
} {
  const tests = Object.fromEntries(
    differences.flatMap((one) => {
      if (one.given === undefined) return [];
      const calls = one.sent.map(({ action: Action, table, rows: Rows, properties }) => ({
        table,
        Action,
        ...propertiesOf(properties),
        ...(Rows && { Rows }),
      }));
      const test = {
        clock: one.time.replace(/\.\d+Z$/u, "Z"),
        ...(one.user !== null && { user: one.user }),
        given: one.given,
        when: one.batch === undefined ? calls : [{ batch: calls, ...propertiesOf(one.batch.properties) }],
        expect: expectationOf(one),
      };
      return [[`${one.action} of ${one.time} (call ${one.call})`, test] as const];
    }),
  );
  const count = Object.keys(tests).length;
  return { text: count === 0 ? "tests: {}\n" : yamlOnFewLines({ tests }), count };
}

function propertiesOf(properties: Properties = {}): object {
  return Object.keys(properties).length === 0 ? {} : { Properties: properties };
}

/** The rows of a table that are to be there afterwards, by their keys, and those that are not. */
interface ExpectedRows {
  readonly contains: Map<string, object>;
  readonly not: object[];
}

function expectationOf({ changed, keys }: CallDifference): object {
  const tables = new Map<string, ExpectedRows>();
  const events: object[] = [];
  const errors: object[] = [];
  for (const { about, name, table = "", key = "", column = "", new: now } of changed) {
    if (about === "refusal") for (const message of Array.isArray(now) ? now : []) errors.push({ message });
    else if (about === "event") {
      if (now !== undefined) events.push({ rule: name });
    } else {
      const expected: ExpectedRows = tables.get(table) ?? { contains: new Map(), not: [] };
      tables.set(table, expected);
      const named = keys[table]?.[key] ?? {};
      if (about === "row" && (now === undefined || now === "deleted")) expected.not.push(named);
      else {
        const cell = about === "cell" ? { [column]: now ?? null } : {};
        expected.contains.set(key, { ...named, ...expected.contains.get(key), ...cell });
      }
    }
  }
  return {
    ...(errors.length > 0 && { errors }),
    ...(tables.size > 0 && { tables: Object.fromEntries([...tables].map(writtenRows)) }),
    ...(events.length > 0 && { events: { contains: events } }),
  };
}

function writtenRows([table, { contains, not }]: readonly [string, ExpectedRows]): [string, object] {
  const rows = { contains: [...contains.values()], ...(not.length > 0 && { not: { contains: not } }) };
  return [table, rows];
}
