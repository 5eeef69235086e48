import fc from "fast-check";
import { expect, test } from "vitest";
import { loadRules } from "../../src/decisions/index.ts";
import { compile } from "../../src/expression/index.ts";

/** `TABLEWRIGHT_RULE_SETS=20000` runs as many as were run once. */
const sets = Number(process.env.TABLEWRIGHT_RULE_SETS ?? 50);

const FACTS = { n: "Number", d: "Decimal", t: "Text", b: "Yes/No", p: "Date", m: "Number" } as const;
type FactName = keyof typeof FACTS;

const numbers = fc.integer({ min: -2, max: 4 });
const decimals = fc.constantFrom(-1, 0, 0.1, 0.2, 0.3, 1.5, 2, 3);
const texts = fc.constantFrom("a", "A", "b", "ß", "x y");
const days = fc.constantFrom("2026-01-31", "2026-02-01", "2026-03-01");
const factValues: Record<FactName, fc.Arbitrary<string | number | boolean>> = {
  n: numbers,
  d: decimals,
  t: texts,
  b: fc.boolean(),
  p: days,
  m: numbers,
};

const facts = fc.record(
  Object.fromEntries(
    Object.entries(factValues).map(([name, value]) => [name, fc.option(value, { freq: 4 })]),
  ) as Record<FactName, fc.Arbitrary<string | number | boolean | null>>,
  { requiredKeys: [] },
);

/** A cell about a fact, and the same as a condition written by hand. */
interface Cell {
  readonly cell: string;
  readonly condition: string;
}

const written = (value: string | number | boolean) =>
  typeof value === "string" ? `"${value}"` : String(value).toUpperCase();

function cellsOf(name: FactName): fc.Arbitrary<Cell> {
  const column = `[${name}]`;
  const value = factValues[name];
  const isOrdered = name !== "b" && name !== "t";
  const equal = value.map((one): Cell => ({ cell: String(one), condition: `${column} = ${written(one)}` }));
  const different = value.map(
    (one): Cell => ({ cell: `<> ${one}`, condition: `${column} <> ${written(one)}` }),
  );
  const compared = fc.tuple(fc.constantFrom("<", "<=", ">", ">="), value).map(
    ([operator, one]): Cell => ({
      cell: `${operator} ${one}`,
      condition: `${column} ${operator} ${written(one)}`,
    }),
  );
  const range = fc.tuple(fc.constantFrom("[", "("), value, value, fc.constantFrom("]", ")")).map(
    ([open, low, high, close]): Cell => ({
      cell: `${open}${low}..${high}${close}`,
      condition: `AND(${column} ${open === "[" ? ">=" : ">"} ${written(low)}, ${column} ${close === "]" ? "<=" : "<"} ${written(high)})`,
    }),
  );
  const list = fc.uniqueArray(value, { minLength: 2, maxLength: 3 }).map(
    (items): Cell => ({
      cell: items.join(", "),
      condition: `IN(${column}, LIST(${items.map(written).join(", ")}))`,
    }),
  );
  const blank: Cell = { cell: "blank", condition: `ISBLANK(${column})` };
  const other: Cell = isOrdered
    ? { cell: "=? = [n]", condition: `${column} = [n]` }
    : { cell: "=ISNOTBLANK(?)", condition: `ISNOTBLANK(${column})` };
  const simple = fc.oneof(
    equal,
    different,
    list,
    fc.constant(blank),
    ...(isOrdered ? [compared, range] : []),
    ...(name === "p" ? [] : [fc.constant(other)]),
  );
  const negated = simple
    .filter(({ cell }) => !cell.startsWith("="))
    .map(({ cell, condition }): Cell => ({ cell: `not(${cell})`, condition: `NOT(${condition})` }));
  return fc.oneof(
    { weight: 4, arbitrary: simple },
    { weight: 1, arbitrary: negated },
    {
      weight: 3,
      arbitrary: fc.constant<Cell>({ cell: "-", condition: "TRUE" }),
    },
  );
}

const anyCell = fc.constantFrom(...(Object.keys(FACTS) as FactName[])).chain(cellsOf);

/** Any condition: comparisons joined by AND, OR, NOT and IF. */
const conditions: fc.Arbitrary<string> = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    anyCell.map(({ condition }) => condition),
    fc.tuple(tie("condition"), tie("condition")).map(([a, b]) => `AND(${a}, ${b})`),
    fc.tuple(tie("condition"), tie("condition")).map(([a, b]) => `OR(${a}, ${b})`),
    tie("condition").map((a) => `NOT(${a})`),
    fc.tuple(tie("condition"), tie("condition")).map(([a, b]) => `IF(${a}, ${b}, [b])`),
    fc.constantFrom("[n] + [m] > 2", "LEN([t]) = 1", "[b]", "[n] * 9007199254740991 > 5", "[d] + 0.1 = 0.3"),
  ),
})).condition;

const hits = [
  "unique",
  "any",
  "first",
  "priority",
  "collect",
  "collect sum",
  "collect count",
  "output order",
] as const;

interface RandomRule {
  readonly conditions: readonly Cell[];
  readonly when: string;
  readonly value: number | null;
  readonly priority: number;
  readonly stop: boolean;
}

interface Scenario {
  readonly hit: (typeof hits)[number];
  readonly isTable: boolean;
  readonly inputs: readonly FactName[];
  readonly rules: readonly RandomRule[];
  readonly given: readonly object[];
}

const scenario: fc.Arbitrary<Scenario> = fc
  .record({
    hit: fc.constantFrom(...hits),
    isTable: fc.boolean(),
    inputs: fc.uniqueArray(fc.constantFrom(...(Object.keys(FACTS) as FactName[])), {
      minLength: 1,
      maxLength: 4,
    }),
  })
  .chain(({ hit, isTable, inputs }) =>
    fc.record({
      hit: fc.constant(hit),
      isTable: fc.constant(isTable),
      inputs: fc.constant(inputs),
      rules: fc.array(
        fc.record<RandomRule>({
          conditions: fc.tuple(...inputs.map(cellsOf)),
          when: conditions,
          value: fc.option(fc.integer({ min: 1, max: 3 }), { freq: 6 }),
          priority: fc.integer({ min: 0, max: 2 }),
          stop: fc.boolean(),
        }),
        { minLength: 1, maxLength: 12 },
      ),
      given: fc.array(facts, { minLength: 10, maxLength: 10 }),
    }),
  );

const VALUES = [3, 1, 2];

/** What the rules must give: each is tried in its order by the public face of the language. */
function expected(
  { hit, isTable, rules }: Pick<Scenario, "hit" | "isTable" | "rules">,
  row: object,
): unknown {
  const ordered = rules.map((rule, index) => ({ ...rule, number: index + 1 }));
  if (!isTable) ordered.sort((left, right) => right.priority - left.priority);
  const met: typeof ordered = [];
  for (const rule of ordered) {
    const tests = isTable ? rule.conditions.map(({ condition }) => condition) : [rule.when];
    let matches = true;
    for (const test of tests) {
      try {
        if (compile(test, { columns: FACTS }).evaluate({ row }) !== true) matches = false;
      } catch {
        return "error";
      }
      if (!matches) break;
    }
    if (!matches) continue;
    met.push(rule);
    if (hit === "first" || (!isTable && rule.stop)) break;
  }
  const rank = ({ value }: RandomRule) => (value === null ? 3 : VALUES.indexOf(value));
  const strongest = met.toSorted((left, right) => rank(left) - rank(right));
  const values = met.flatMap(({ value }) => value ?? []);
  switch (hit) {
    case "unique":
      return (isTable ? met.length : values.length) > 1 ? "error" : (values[0] ?? null);
    case "any":
      return new Set(values).size > 1 ? "error" : (values[0] ?? null);
    case "first":
      return met[0]?.value ?? null;
    case "priority":
      return (isTable ? strongest[0]?.value : values[0]) ?? null;
    case "collect":
      return values;
    case "collect sum":
      return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
    case "collect count":
      return values.length;
    case "output order":
      return strongest.flatMap(({ value }) => value ?? []);
  }
}

test(`${sets} sets of rules decide as one that tries each in its order`, { timeout: 3_600_000 }, () => {
  fc.assert(
    fc.property(scenario, ({ hit, isTable, inputs, rules, given }) => {
      const body = isTable
        ? {
            inputs: inputs.map((name) => `[${name}]`),
            rows: rules.map(({ conditions: cells, value }) => [...cells.map(({ cell }) => cell), value]),
          }
        : {
            rules: rules.map(({ when, value, priority, stop }, index) => ({
              name: `R${index}`,
              when,
              priority,
              stop,
              set: value === null ? {} : { Result: value },
            })),
          };
      const definition = {
        tablewright: 1,
        rules: { id: "r" },
        facts: FACTS,
        decisions: { Result: { type: "Number", values: VALUES, hit, ...body } },
      };
      const { output, diagnostics } = loadRules(JSON.stringify(definition));
      expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
      for (const row of given) {
        const decided = output?.decide(row);
        const actual = decided?.diagnostics.length === 0 ? decided.outputs.Result : "error";
        expect(actual, JSON.stringify(row)).toEqual(expected({ hit, isTable, rules }, row));
      }
    }),
    { numRuns: sets, seed: Number(process.env.TABLEWRIGHT_SEED ?? 20261127) },
  );
});
