import { createEngine } from "@tablewright/core";
import { memoryStore } from "@tablewright/store-memory";
import { describe, expect, test } from "vitest";
import { GIVEN, loaded, runShop } from "./shop.ts";

const SEND = "when: [{ table: Orders, Action: Send, Rows: [{ Order ID: 1 }] }]";
const FIND = "when: [{ table: Orders, Action: Find }]";
const BATCH = `when:
  - batch:
      - { table: Customers, Action: Add, Rows: [{ Customer: c9, City: Bergen }] }
      - { table: Orders, Action: Add, Rows: [{ Customer: { $ref: "#/0/Rows/0/Customer" }, Amount: AMOUNT }] }
    user: boss@x.example`;

/** What fails of one test, as `line:character message (expected/actual)`. */
async function failuresOf(test: string): Promise<readonly string[]> {
  const { tests } = await runShop(`${GIVEN}tests:\n  one:\n    ${test.replaceAll("\n", "\n    ")}\n`);
  return (tests[0]?.failures ?? []).map(({ location: { line, character }, message, expected, actual }) =>
    [`${line}:${character}`, message, expected, actual].filter((part) => part !== undefined).join(" | "),
  );
}

describe("holds", () => {
  test.each([
    [SEND, "rows: [{ Status: Sent, Sent On: 2026-03-01, Tax: 2, Tags: [a, b] }]"],
    [
      SEND,
      "rows: { count: 1, contains: [{ Clerk: { contains: ann } }], not: { contains: [{ Status: Open }] } }",
    ],
    [SEND, "rows: [{ Tags: { contains: b }, Status: { not: Open }, Amount: { not: { contains: 7 } } }]"],
    [SEND, "count: 1\nerrors: []\nwarnings: []"],
    [SEND, "tables: { Orders: [{ Status: Sent }, { Order ID: 2 }], Customers: { count: 1 } }"],
    [SEND, "rules: [Tell]"],
    [
      SEND,
      "events: [{ rule: Tell, table: Orders, key: '1', change: edit, method: POST, url: https://x.example/1 }]",
    ],
    [SEND, "events: [{ body: { order: 1, to: Oslo } }]"],
    [
      SEND,
      "events: { contains: [{ body: { contains: Oslo } }], not: { contains: [{ body: { order: 2 } }] } }",
    ],
    [FIND, "rules: []\nevents: []\nrows: { not: { contains: [{ Status: Lost }], count: 3 } }"],
    [`user: ann@x.example\n${FIND}`, "rows: [{ Order ID: 1 }]"],
    [
      FIND.replace("Find", "Add, Rows: [{ Amount: -1 }]"),
      "errors: [{ code: rule/valid-if, row: 1, column: Amount, message: { contains: More than nothing } }]\ntables: { Orders: { count: 2 } }",
    ],
    [`user: ann@x.example\n${SEND.replace("1", "2")}`, "errors: [{ code: row/not-found }]"],
    [SEND.replace("1", "2"), "warnings: [{ code: action/passed-over }]\nrules: []"],
    [`clock: 2026-05-05\n${SEND}`, "rows: [{ Sent On: 2026-05-05 }]"],
    [
      FIND.replace("Find", "Add, Rows: [{}]"),
      "rows: [{ Order ID: 3, Customer: null, Clerk: boss@x.example, Tags: '' }]",
    ],
    [
      BATCH.replace("AMOUNT", "5"),
      "rows: [{ Order ID: 3, Customer: c9 }]\ntables: { Customers: { contains: [{ City: Bergen }] } }",
    ],
    [
      BATCH.replace("AMOUNT", "0"),
      "errors: [{ code: rule/valid-if, column: Amount }]\ntables: { Customers: { count: 1 }, Orders: { count: 2 } }",
    ],
  ])("%s, %s", async (when, expected) => {
    expect(await failuresOf(`${when}\nexpect:\n  ${expected.replaceAll("\n", "\n  ")}`)).toEqual([]);
  });
});

describe("fails", () => {
  test.each([
    ["rows: [{ Status: Sent }]", '10:15 | There is another number of rows: 2, not 1. | [{"Status":"Sent"}]'],
    ["rows: [{ Status: Sent }, { Status: Sent }]", '10:24 | The value is another one. | "Sent" | "Open"'],
    ["count: 1", "10:15 | There is another number of rows: 2, not 1. | 1"],
    [
      "rows: { contains: [{ Order ID: 2, Status: Open }] }",
      '10:34 | None of the 2 rows is like this; the nearest is shown. | {"Order ID":2,"Status":"Open"} | {"Order ID":1,"Status":"Open"}',
    ],
    [
      "rows: { not: { contains: [{ Order ID: 2 }] } }",
      '10:41 | One of the rows is what none should be. | not {"Order ID":2}',
    ],
    ["rows: { not: { count: 2 } }", '10:23 | The rows are what they should not be. | not {"count":2}'],
    [
      "rows: { contains: [{ Status: { not: Open }, Order ID: 1 }] }",
      "10:34 | None of the 2 rows is like this",
    ],
    [
      "errors: [{ code: rule/required }]",
      '10:15 | There is another number of errors: 0, not 1. | [{"code":"rule/required"}] | []',
    ],
    [
      "tables: { Customers: [] }",
      '10:25 | There is another number of rows: 1, not 0. | [] | [{"Customer":"c1","City":"Oslo"}]',
    ],
    [
      "events: { contains: [{ rule: Tell }] }",
      '10:36 | There are no events, and one like this was expected. | {"rule":"Tell"}',
    ],
    ["rules: [Tell]", '10:15 | There is another number of rules that ran: 0, not 1. | ["Tell"] | []'],
  ])("%s", async (expected, failure) => {
    const [first = "", ...others] = await failuresOf(`${FIND}\nexpect: { ${expected} }`);
    expect(others).toEqual([]);
    expect(first).toContain(failure);
  });

  test("a call that is refused although no errors are expected, and no call is made after it", async () => {
    const refused =
      "when:\n  - { table: Orders, Action: Edit, Rows: [{ Order ID: 9 }] }\n  - { table: Orders, Action: Send, Rows: [{ Order ID: 1 }], expect: { count: 7 } }";
    expect(await failuresOf(refused)).toEqual([
      expect.stringMatching(
        /^10:9 \| Edit on "Orders" was refused, and no errors were expected\. \| \[{"code":"row\/not-found"/,
      ),
    ]);
  });

  test("what the expected cell is beside the actual one, at the cell", async () => {
    expect(
      await failuresOf(
        `${SEND}\nexpect: { rows: [{ Tags: { contains: c }, Clerk: { not: { contains: ann } } }] }`,
      ),
    ).toEqual([
      '10:32 | The value does not contain this. | "c" | ["a","b"]',
      '10:56 | The value is what it should not be. | not {"contains":"ann"} | "ann@x.example"',
    ]);
  });
});

describe("objects", () => {
  const definition = loaded(`
tablewright: 1
app: { id: a, name: A, owner: boss@x.example }
types: { Line: { sku: Text, q: Number } }
tables:
  T:
    key: [K]
    columns:
      K: { type: Text }
      J: { type: Json }
      One: { type: Object, of: Line }
      Lines: { type: List, of: Line }
`);
  const given =
    "given: { T: [{ K: a, J: { x: [1, { y: null }] }, One: { sku: s }, Lines: [{ sku: s, q: 2 }] }] }";
  const when = "when: [{ table: T, Action: Find }]";

  test.each([
    ["{ J: { x: [1, { y: null }] }, One: { sku: s, q: null }, Lines: [{ q: 2, sku: s }] }", 0],
    ["{ J: { not: { contains: 7 } }, One: { not: { sku: t } }, Lines: { contains: { sku: s, q: 2 } } }", 0],
    ["{ J: { x: [1, { y: 2 }] } }", 1],
    ["{ J: { x: [1] } }", 1],
    ["{ One: { sku: s, q: 3 } }", 1],
    ["{ Lines: { not: [{ sku: s, q: 2 }] } }", 1],
  ])("%s", async (row, failures) => {
    const text = `${given}\ntests: { one: { ${when}, expect: { rows: [${row}], tables: { T: [${row}] } } } }`;
    const { tests } = await runShop(text, { definition });
    expect(tests[0]?.failures).toHaveLength(2 * failures);
  });
});

test("each test begins with the same rows, and its calls see what those before did", async () => {
  const add = "{ table: Orders, Action: Add, Rows: [{}], expect: { rows: [{ Order ID: 3 }] } }";
  const text = `${GIVEN}tests:\n  one: { when: [${add}, { table: Orders, Action: Find, expect: { count: 3 } }] }\n  two: { when: [${add}] }\n`;
  const { tests } = await runShop(text);
  expect(tests.map(({ name, failures }) => [name, failures])).toEqual([
    ["one", []],
    ["two", []],
  ]);
});

test("events and rules are those of the call where a call expects them, and of all calls at the end", async () => {
  const send = (id: number) =>
    `{ table: Orders, Action: Edit, Rows: [{ Order ID: ${id}, Status: Sent, Sent On: 2026-03-02 }], expect: { rules: [Tell] } }`;
  const text = `${GIVEN}tests: { one: { when: [${send(1)}, ${send(2)}], expect: { rules: [Tell, Tell], events: { count: 2 } } } }`;
  expect((await runShop(text)).tests[0]?.failures).toEqual([]);
});

test("what is drawn by chance is never a key that a given row has", async () => {
  const definition = loaded(
    "tablewright: 1\napp: { id: t, name: T }\ntables: { T: { key: [K], columns: { K: { type: Text, initialValue: UNIQUEID() } } } }",
  );
  const add = "when: [{ table: T, Action: Add, Rows: [{}] }]";
  const text = `given: { T: [{}, {}] }\ntests: { one: { ${add}, expect: { tables: { T: { count: 3 } } } } }`;
  expect((await runShop(text, { definition })).tests[0]?.failures).toEqual([]);
});

test.each([
  ["Orders: [{ Amount: 0 }]", '2:21 The row cannot be given, column "Amount": More than nothing, not 0.'],
  [
    "Orders: [{ Order ID: 1 }, { Order ID: 1 }]",
    "2:36 The row cannot be given: A row having key '1' exists already.",
  ],
  [
    "Orders: orders.csv",
    '2:10 The tests name the file "orders.csv", and nothing was given that opens files.',
  ],
])("given: { %s } cannot be had", async (given, message) => {
  const { tests } = await runShop(`# rows\ngiven: { ${given} }\ntests: { one: { ${FIND} } }`);
  const [{ location, message: told } = { location: {}, message: "" }] = tests[0]?.failures ?? [];
  expect(`${location.line}:${location.character} ${told}`).toContain(message);
});

test("tests can begin with the rows of another store, which stays as it is", async () => {
  const rows = memoryStore();
  const definition = loaded(
    "tablewright: 1\napp: { id: t, name: T }\ntables: { Customers: { key: [Customer], columns: { Customer: { type: Text }, City: { type: Text } } } }",
  );
  const services = { now: () => 0, random: () => 0.5, newId: () => "id" };
  const engine = await createEngine({ definition, store: rows, services });
  await engine.add("Customers", [{ Customer: "c1", City: "Bergen" }]);
  const text =
    "tests: { one: { when: [{ table: Customers, Action: Add, Rows: [{ Customer: c9, City: Rome }] }], expect: { tables: { Customers: [{ City: Bergen }, { City: Rome }] } } } }";
  const { tests } = await runShop(text, { definition, rows });
  expect(tests[0]?.failures).toEqual([]);
  const left = await rows.read(async (transaction) => transaction.getByKeys("Customers", [["c9"]]));
  expect(left).toEqual([undefined]);
});

test("a table that is given no rows has none", async () => {
  const text = `${GIVEN}tests: { one: { given: { Orders: [] }, ${FIND}, expect: { count: 0 } } }`;
  expect((await runShop(text)).tests[0]?.failures).toEqual([]);
});

test("a given row without a column whose name every object has leaves it blank", async () => {
  const definition = loaded(
    "tablewright: 1\napp: { id: t, name: T }\ntables: { Jobs: { key: [Job], columns: { Job: { type: Text }, constructor: { type: Text } } } }",
  );
  const text =
    "tests: { one: { given: { Jobs: [{ Job: a }, { Job: b, constructor: c }] }, when: [{ table: Jobs, Action: Find }], expect: { rows: [{ Job: a, constructor: null }, { Job: b, constructor: c }] } } }";
  const { tests } = await runShop(text, { definition });
  expect(tests[0]?.failures).toEqual([]);
});

test("a filter chooses tests by their names", async () => {
  const { tests } = await runShop(`tests: { one: { ${FIND} }, two: { ${FIND} } }`, {
    filter: (name) => name === "two",
  });
  expect(tests.map(({ name }) => name)).toEqual(["two"]);
});
