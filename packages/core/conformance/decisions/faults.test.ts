import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { loadRules } from "../../src/decisions/index.ts";
import type { Diagnostic } from "../../src/diagnostics/index.ts";
import type { JsonValue } from "../../src/values/index.ts";
import { type FaultTable, faultDefinition, isInDomain, meetsRow } from "./fault-table.ts";

interface Entry extends Omit<FaultTable, "rows"> {
  readonly rows: readonly WrittenRow[];
  readonly kind: "table" | "tables";
  readonly tables?: readonly WrittenTable[];
  readonly fault?: Fault;
}

interface WrittenRow {
  readonly when: readonly string[];
  readonly then: readonly JsonValue[];
}

/** One of a pair, which names its inputs only. */
interface WrittenTable extends Pick<FaultTable, "outputs"> {
  readonly inputs: readonly string[];
  readonly rows: readonly WrittenRow[];
}

interface Fault {
  readonly kind: string;
  readonly rows?: readonly number[];
  readonly pairs?: readonly (readonly [number, number])[];
}

/** Neutral tables beside this repository, each with one fault or none. */
const folder = resolve(import.meta.dirname, "../../../../../shared/conformance/decisions/faults");

const entries = ["faulty.jsonl", "clean.jsonl", "coverage-zen.jsonl"].flatMap((file) =>
  existsSync(folder)
    ? readFileSync(resolve(folder, file), "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as Entry)
    : [],
);

/** An entry as one table. Two tables that may write the same output become one in which rows that match must agree. */
function tableOf({ id, hit, kind, inputs, outputs, rows, tables = [] }: Entry): FaultTable {
  if (kind === "table")
    return { id, hit, inputs, outputs, rows: rows.map((row) => [...row.when, ...row.then]) };
  const all = [...new Map(tables.flatMap((one) => one.outputs.map((output) => [output.name, output])))];
  const joined = tables.flatMap((table) =>
    table.rows.map((row) => [
      ...inputs.map(({ name }) => row.when[table.inputs.indexOf(name)] ?? "-"),
      ...all.map(([name]) => row.then[table.outputs.findIndex((output) => output.name === name)] ?? null),
    ]),
  );
  return { id, hit: "any", inputs, outputs: all.map(([, output]) => output), rows: joined };
}

const KINDS: Readonly<Record<string, string>> = {
  gap: "logic/gap",
  overlap: "logic/overlap",
  unreachable: "logic/unreachable",
  contradiction: "logic/never-true",
  "two writers": "logic/overlap",
};

test.skipIf(entries.length === 0).each(entries.map((entry) => [entry.id, entry] as const))(
  "%s",
  (_, entry) => {
    const table = tableOf(entry);
    const { output, diagnostics } = loadRules(faultDefinition(table));
    expect(output, JSON.stringify(diagnostics)).toBeDefined();
    const { fault } = entry;
    // A value that an input cannot have is told as one that is misspelt, with the one that is meant.
    const codes = new Set(
      diagnostics.map(({ code }) => (code === "type/not-a-choice" ? "logic/never-true" : code)),
    );
    expect([...codes]).toEqual(fault === undefined ? [] : [KINDS[fault.kind]]);
    for (const diagnostic of diagnostics) expectTrue(table, diagnostic, fault);
  },
);

/** What a finding says holds by the cells themselves, and rows are those that the fault names. */
function expectTrue(
  table: FaultTable,
  { code, example, member = "" }: Diagnostic,
  fault: Fault | undefined,
): void {
  const row = Number(/rows\.(\d+)(?:\.\d+)?$/.exec(member)?.[1] ?? -1);
  const isNever = code === "logic/never-true" || code === "type/not-a-choice";
  if (isNever || code === "logic/unreachable") expect(fault?.rows).toContain(row + 1);
  if (isNever) return;
  const facts = example as Readonly<Record<string, JsonValue>>;
  expect(isInDomain(table.inputs, facts), JSON.stringify(facts)).toBe(true);
  const met = table.rows.flatMap((one, index) => (meetsRow(one, table.inputs, facts) ? [index] : []));
  if (code === "logic/gap") expect(met).toEqual([]);
  else expect(met).toContain(row);
  if (code === "logic/unreachable") expect(met[0]).toBeLessThan(row);
  if (code === "logic/overlap") expect(met.length).toBeGreaterThan(1);
}
