import { loadDefinition } from "@tablewright/core";
import { expect, test } from "vitest";
import { readRuleTests } from "./read-rule-tests.ts";

const { output: app } = loadDefinition(`
tablewright: 1
app: { id: shop, name: Shop, timezone: Europe/Berlin }
tables:
  Lines:
    key: [Line]
    columns:
      Line: { type: Number }
      Order: { type: Ref, table: Orders }
      Label: { type: Json }
  Orders: { key: [Order ID], columns: { Order ID: { type: Number }, Status: { type: Text } } }
slices: { Open: { table: Orders, filter: '[Status] = "Open"', columns: [Order ID] } }
actions: { Ship: { table: Orders, set: { Status: '"Shipped"' } } }
rules: { Tell: { table: Orders, on: [edit], steps: [{ action: Ship }] } }
`);

function read(text: string) {
  if (app === undefined) throw new Error("The definition has errors.");
  return readRuleTests(text, app, { file: "app.test.yaml" });
}

const FIND = "when: [{ table: Orders, Action: Find }]";

/** The errors of a text as `line:character code message hint`. */
function errorsOf(text: string): readonly string[] {
  return read(text).diagnostics.map(({ line, character, code, message, hint = "" }) =>
    `${line}:${character} ${code} ${message} ${hint}`.trim(),
  );
}

test("given rows stand in the order in which tables can be filled", () => {
  const text = `given: { Lines: [{ Line: 1, Order: 1 }], Orders: orders.csv }\ntests: { one: { ${FIND} } }`;
  const [one] = read(text).output?.tests ?? [];
  expect(one?.given.map(({ table, file, rows }) => [table, file ?? rows])).toEqual([
    ["Orders", "orders.csv"],
    ["Lines", [{ Line: 1, Order: 1 }]],
  ]);
});

test("what a test says wins over what the file says, and what a call says over both", () => {
  const text = `
clock: 2026-03-02
user: a@x.example
settings: { Mode: slow }
properties: { Locale: en-GB }
given: { Orders: [{ Order ID: 1 }] }
tests:
  one:
    clock: 2026-03-02T09:30
    user: b@x.example
    given: { Orders: [] }
    when:
      - { table: orders, Action: ship, user: c@x.example, clock: 2026-07-01T00:00:00Z, Properties: { Locale: de-DE } }
      - { table: Orders, Action: Find }
  two: { ${FIND} }
`;
  const [one, two] = read(text).output?.tests ?? [];
  const iso = (clock = 0) => new Date(clock).toISOString();
  expect([iso(one?.clock), iso(two?.clock)]).toEqual([
    "2026-03-02T08:30:00.000Z",
    "2026-03-01T23:00:00.000Z",
  ]);
  expect(one?.given.map(({ rows }) => rows)).toEqual([[]]);
  expect(two?.given.map(({ rows }) => rows)).toEqual([[{ "Order ID": 1 }]]);
  const [ship, find] = one?.steps ?? [];
  expect(ship).toMatchObject({ table: "Orders", action: "ship", clock: Date.UTC(2026, 6, 1) });
  const slow = { UserSettings: { Mode: "slow" } };
  expect(ship).toHaveProperty("properties", { Locale: "de-DE", RunAsUserEmail: "c@x.example", ...slow });
  expect(find).toHaveProperty("properties", { Locale: "en-GB", RunAsUserEmail: "b@x.example", ...slow });
});

test.each([
  ["", "1:1 definition/unreadable The test file cannot be read: it is empty."],
  [
    `tests: { one: { ${FIND} } }\ntest: {}`,
    `2:1 definition/unknown-member There is no member "test" here. Did you mean "tests"?`,
  ],
  ["tests: { one: { when: [] } }", "1:23 definition/wrong-value Expected at least one call, found a list."],
  ["tests: { one: { expect: {} } }", '1:10 definition/missing-member The member "when" is missing.'],
  [
    "tests: { one: { when: [{ table: Order, Action: Find }] } }",
    '1:33 definition/unknown-table There is no table "Order". Did you mean "Orders"?',
  ],
  [
    "tests: { one: { when: [{ table: Orders, Action: Shp }] } }",
    '1:49 definition/unknown-action There is no action "Shp". Did you mean "Ship"?',
  ],
  [
    "tests: { one: { when: [{ table: Lines, Action: Ship }] } }",
    '1:48 definition/unknown-action There is no action "Ship".',
  ],
  [
    "tests: { one: { when: [{ run: all }] } }",
    `1:31 definition/wrong-value Expected "schedules", found "all".`,
  ],
  [
    "tests: { one: { when: [{ run: schedules, table: Orders }] } }",
    `1:42 definition/unknown-member There is no member "table" here. The members are "run", "clock", "expect".`,
  ],
  [
    `clock: tomorrow\ntests: { one: { ${FIND} } }`,
    '1:8 definition/wrong-value Expected a time such as 2026-03-01T09:30:00, found "tomorrow".',
  ],
  [
    `given: { Ordrs: [] }\ntests: { one: { ${FIND} } }`,
    '1:17 definition/unknown-table There is no table "Ordrs". Did you mean "Orders"?',
  ],
  [
    `given: { Orders: [{ Statu: a }] }\ntests: { one: { ${FIND} } }`,
    '1:21 definition/unknown-column Table "Orders" has no column "Statu". Did you mean "Status"?',
  ],
  [
    `given: { Orders: 7.5 }\ntests: { one: { ${FIND} } }`,
    "1:18 definition/wrong-value Expected a list of rows or the name of a file, found 7.5.",
  ],
  [
    `given: { Orders: { a: 1 } }\ntests: { one: { ${FIND} } }`,
    "1:18 definition/wrong-value Expected a list of rows or the name of a file, found a mapping.",
  ],
])("%s: %s", (text, error) => {
  expect(errorsOf(text)).toEqual([error]);
});

test.each([
  ["rows: [{ Statu: a }]", '"Orders" has no column "Statu". Did you mean "Status"?'],
  ["rows: { not: { contains: [{ Statu: a }] } }", '"Orders" has no column "Statu". Did you mean "Status"?'],
  ["rows: [{ Status: { contain: a } }]", 'There is no member "contain" here. Did you mean "contains"?'],
  [
    "tables: { Lines: [{ Order: { not: { contain: 1 } } }] }",
    'There is no member "contain" here. Did you mean "contains"?',
  ],
  ["rows: { contain: [] }", 'There is no member "contain" here. Did you mean "contains"?'],
  ["rows: none", 'Expected a list of rows, or "contains", "count", "not", found "none".'],
  ["count: -1", "Expected a whole number from 0, found -1."],
  ["tables: { Order: [] }", 'There is no table "Order". Did you mean "Orders"?'],
  [
    "errors: [{ code: rule/requird }]",
    'Expected a code of docs/errors.md, found "rule/requird". Did you mean "rule/required"?',
  ],
  ["rules: [Tel]", 'Expected the name of a rule, found "Tel". Did you mean "Tell"?'],
  [
    "events: { not: { contains: [{ table: Ordrs }] } }",
    'Expected the name of a table, found "Ordrs". Did you mean "Orders"?',
  ],
  ["events: [{ rule: Tel }]", 'Expected the name of a rule, found "Tel". Did you mean "Tell"?'],
])("expect: { %s }: %s", (expected, error) => {
  const [told = "", ...others] = errorsOf(`tests: { one: { ${FIND}, expect: { ${expected} } } }`);
  expect(others).toEqual([]);
  expect(told).toContain(error);
});

test("an object in a row is a value of a column that has objects", () => {
  const row = "{ Line: 1, Label: { x: [{ y: 1 }] } }";
  const expected = "{ tables: { Lines: { contains: [{ Label: { x: 1 } }, { Label: { not: { y: 1 } } }] } } }";
  const text = `given: { Lines: [${row}] }\ntests: { one: { ${FIND}, expect: ${expected} } }`;
  expect(errorsOf(text)).toEqual([]);
  expect(read(text).output?.tests[0]?.given[0]?.rows).toEqual([{ Line: 1, Label: { x: [{ y: 1 }] } }]);
});

test("a slice is expected to show its own columns alone", () => {
  const text = "tests: { one: { when: [{ table: Open, Action: Find }], expect: { rows: [{ Status: a }] } } }";
  expect(errorsOf(text)[0]).toContain('"Open" has no column "Status"');
});
