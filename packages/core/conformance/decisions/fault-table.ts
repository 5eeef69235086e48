import type { JsonValue } from "../../src/values/index.ts";

/** A decision table in the neutral form of the cases: every input has a value, within its domain. */
export interface FaultTable {
  readonly id: string;
  readonly hit: string;
  readonly inputs: readonly FaultInput[];
  readonly outputs: readonly { readonly name: string; readonly type: string }[];
  readonly rows: readonly FaultRow[];
}

export interface FaultInput {
  readonly name: string;
  readonly type: string;
  readonly range?: readonly [string | number, string | number];
  readonly values?: readonly string[];
}

/** A cell for each input, then a value for each output. */
export type FaultRow = readonly JsonValue[];

const TYPES: Readonly<Record<string, string>> = {
  whole: "Number",
  number: "Decimal",
  text: "Text",
  boolean: "Yes/No",
  date: "Date",
};

/** The table as a definition of rules with one decision, "D", in JSON. */
export function faultDefinition({ hit, inputs, outputs, rows }: FaultTable): string {
  const facts = inputs.map(({ name, type, range, values }) => [
    name,
    {
      type: values === undefined ? TYPES[type] : "Enum",
      required: true,
      ...(range && { min: range[0], max: range[1] }),
      ...(values && { values }),
    },
  ]);
  const decision = {
    hit: hit.replace("-", " "),
    inputs: inputs.map(({ name }) => `[${name}]`),
    outputs: Object.fromEntries(outputs.map(({ name, type }) => [name, { type: TYPES[type] }])),
    rows,
  };
  return JSON.stringify({
    tablewright: 1,
    rules: { id: "r" },
    facts: Object.fromEntries(facts),
    decisions: { D: decision },
  });
}

/** Whether a value meets a cell, read without the product: comparisons, ranges, values, lists and `not(…)`. */
export function meetsCell(cell: string, value: JsonValue): boolean {
  const text = cell.trim();
  const not = /^not\((.*)\)$/.exec(text);
  if (not !== null) return !meetsCell(not[1] ?? "", value);
  const tests = text.split(/,(?![^[(]*[\])])/);
  return tests.some((test) => meetsTest(test.trim(), value));
}

function meetsTest(test: string, value: JsonValue): boolean {
  if (test === "-") return true;
  const range = /^([[(])(.*)\.\.(.*)([\])])$/.exec(test);
  if (range !== null) {
    const [, open, low = "", high = "", close] = range;
    return (
      compares(open === "[" ? ">=" : ">", value, low) && compares(close === "]" ? "<=" : "<", value, high)
    );
  }
  const [, operator = "=", operand = ""] = /^(<=|>=|<>|<|>)?\s*(.*)$/.exec(test) ?? [];
  return compares(operator, value, operand);
}

function compares(operator: string, value: JsonValue, written: string): boolean {
  const other =
    typeof value === "number"
      ? Number(written)
      : typeof value === "boolean"
        ? written === "true"
        : written.replaceAll('"', "");
  if (value === null) return false;
  switch (operator) {
    case "<":
      return value < other;
    case "<=":
      return value <= other;
    case ">":
      return value > other;
    case ">=":
      return value >= other;
    case "<>":
      return value !== other;
    default:
      return value === other;
  }
}

export function meetsRow(
  row: FaultRow,
  inputs: readonly FaultInput[],
  facts: Readonly<Record<string, JsonValue>>,
): boolean {
  return inputs.every(({ name }, index) => meetsCell(String(row[index]), facts[name] ?? null));
}

/** Whether facts lie in the domains of all inputs. */
export function isInDomain(
  inputs: readonly FaultInput[],
  facts: Readonly<Record<string, JsonValue>>,
): boolean {
  return inputs.every(({ name, type, range, values }) => {
    const value = facts[name];
    if (value === undefined || value === null) return false;
    if (type === "whole" && !Number.isInteger(value)) return false;
    if (values !== undefined && !values.includes(String(value))) return false;
    return range === undefined || (value >= range[0] && value <= range[1]);
  });
}
