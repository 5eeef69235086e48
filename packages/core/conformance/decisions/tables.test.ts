import { describe, expect, test } from "vitest";
import { loadRules } from "../../src/decisions/index.ts";
import { entriesOf, hasDecisionCases, type Json, nested, referenceTo, sameJson } from "./decision-cases.ts";

interface Table {
  readonly id: string;
  readonly hit: string;
  readonly aggregate?: string;
  readonly inputs: readonly Column[];
  readonly reads?: readonly Column[];
  readonly outputs: readonly (Column & { readonly values?: readonly string[]; readonly default?: Json })[];
  readonly rows: readonly { readonly when: readonly string[]; readonly then: readonly Json[] }[];
  readonly cases: readonly { readonly id: string; readonly facts: Facts; readonly expect: Expectation }[];
}

interface Column {
  readonly name: string;
  readonly type: string;
}

type Facts = { readonly [name: string]: Json };
type Expectation = { readonly result?: Json; readonly none?: true; readonly error?: string };

const tables = ["tables-tck.jsonl", "tables-zen.jsonl"].flatMap((file) => entriesOf<Table>(file));

/** What we do not do, by the ids of the entries, with the reason. */
const GAPS: Readonly<Record<string, string>> = {
  "zen-booking-personalization-system-1": ": an output is an object",
};

const TYPES: Readonly<Record<string, object>> = {
  number: { type: "Decimal" },
  text: { type: "Text" },
  boolean: { type: "Yes/No" },
  date: { type: "Date" },
  time: { type: "Time" },
  datetime: { type: "DateTime" },
  duration: { type: "Duration" },
  list: { type: "List", itemType: "Text" },
};

/** The entry as a definition: one decision, whose outputs have the names of the entry's. */
function definitionOf(table: Table): object {
  const { inputs, reads = [], outputs, rows, hit, aggregate } = table;
  const facts = typesIn(nested([...inputs, ...reads].map(({ name, type }) => [name, TYPES[type]])));
  const decision = {
    hit: hit === "collect" ? `collect ${aggregate ?? "list"}` : hit.replace("-", " "),
    inputs: inputs.map(({ name }) => referenceTo(name)),
    outputs: Object.fromEntries(
      outputs.map((output) => [
        nameOfOutput(output, facts),
        {
          ...TYPES[output.type],
          ...(output.values && { values: output.values }),
          ...(output.default !== undefined && { default: output.default }),
        },
      ]),
    ),
    rows: rows.map(({ when, then }) => [
      ...when.map((cell, index) => cellOf(cell, inputs[index] as Column)),
      ...then.map(outputOf),
    ]),
  };
  return { tablewright: 1, rules: { id: table.id }, facts, decisions: { Decision: decision } };
}

/** Types by nested names as declarations of objects. */
function typesIn(types: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(types).map(([name, type]) => {
      const one = type as Record<string, unknown>;
      return [name, typeof one.type === "string" ? one : { type: "Object", fields: typesIn(one) }];
    }),
  );
}

/** An output may have the name of a fact. */
function nameOfOutput({ name }: Column, facts: object): string {
  return Object.keys(facts).some((fact) => fact.toLowerCase() === name.toLowerCase())
    ? `${name} (result)`
    : name;
}

function cellOf(cell: string, { type }: Column): string {
  if (/^(contains|starts|has|in)\(/.test(cell)) {
    const tests = cell.split(/,(?=\s*(?:contains|starts|has|in)\()/).map((one) => {
      const [, name = "", value = ""] = /^\s*(\w+)\((.*)\)$/.exec(one) ?? [];
      if (name === "has") return `IN(${value}, ?)`;
      if (name === "in") return `IN(?, ${referencesIn(value)})`;
      return `${name === "contains" ? "CONTAINS" : "STARTSWITH"}(?, ${value})`;
    });
    return `=${tests.length === 1 ? tests[0] : `OR(${tests.join(", ")})`}`;
  }
  const translated = referencesIn(cell).replace(/\bnull\b/g, "blank");
  if (type === "number") return translated.replace(/(\d),(?=\d)/g, "$1, ");
  return type === "duration" ? translated.replace(/P[\dYMDTHS]+/g, durationOf) : translated;
}

function outputOf(cell: Json): Json {
  if (typeof cell !== "object" || cell === null || !("formula" in cell))
    return typeof cell === "string" && /^\s*=/.test(cell) ? `="${cell}"` : cell;
  return `=${referencesIn(String(cell.formula))
    .replace(/\bif\(/g, "IF(")
    .replace(
      /\b(min|max)\(([^()]*)\)/g,
      (_, name: string, items: string) => `${name.toUpperCase()}(LIST(${items}))`,
    )}`;
}

function referencesIn(text: string): string {
  return text.replace(/\{([^}]*)\}/g, (_, path: string) => referenceTo(path));
}

/** Months have 30 days here, and years 12 months: only the order of durations matters. */
function durationOf(iso: string): string {
  const [, years = 0, months = 0, days = 0, hours = 0] =
    /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?)?$/.exec(iso) ?? [];
  const all = (Number(years) * 360 + Number(months) * 30 + Number(days)) * 24 + Number(hours);
  return `${String(all).padStart(3, "0")}:00:00`;
}

/** The facts that the entry reads, with durations as we have them. */
function factsOf({ inputs, reads = [] }: Table, facts: Facts): Record<string, unknown> {
  return nested(
    [...inputs, ...reads].map(({ name, type }) => {
      const value = name in facts ? facts[name] : name.split(".").reduce<Json | undefined>(memberOf, facts);
      const isDuration = type === "duration" && typeof value === "string";
      return [name, isDuration ? durationOf(value) : (value ?? null)];
    }),
  );
}

function memberOf(around: Json | undefined, name: string): Json | undefined {
  return typeof around === "object" && around !== null ? (around as Facts)[name] : undefined;
}

describe.skipIf(!hasDecisionCases)(
  `decision tables of other engines${hasDecisionCases ? "" : ": skipped, no ../shared/conformance beside this repository"}`,
  () => {
    for (const table of tables)
      (table.id in GAPS ? test.fails : test)(`${table.id}${GAPS[table.id] ?? ""}`, () => {
        const { output: rules, diagnostics } = loadRules(JSON.stringify(definitionOf(table)));
        expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
        const lists =
          ["rule-order", "output-order"].includes(table.hit) ||
          (table.hit === "collect" && (table.aggregate ?? "list") === "list");
        const names = table.outputs.map((output) => nameOfOutput(output, factsOf(table, {})));
        for (const { id, facts, expect: expected } of table.cases) {
          const decided = rules?.decide(factsOf(table, facts));
          const rename = (outputs: Readonly<Record<string, unknown>> | undefined) =>
            Object.fromEntries(
              table.outputs.map(({ name }, index) => [name, outputs?.[names[index] ?? name]]),
            );
          const given = lists
            ? decided?.fired.map(({ outputs }) => rename(outputs))
            : rename(decided?.outputs);
          if (expected.error !== undefined)
            expect(decided?.diagnostics[0]?.code, id).toBe(
              expected.error === "matching rows disagree"
                ? "decision/rows-disagree"
                : "decision/several-rows",
            );
          else {
            expect(decided?.diagnostics, id).toEqual([]);
            const wanted = expected.none ? (lists ? [] : rename({})) : expected.result;
            expect(
              sameJson(given, wanted),
              `${id}: ${JSON.stringify(given)}, expected ${JSON.stringify(wanted)}`,
            ).toBe(true);
          }
        }
      });
  },
);
