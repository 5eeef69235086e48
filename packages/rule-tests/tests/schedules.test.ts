/** Tests whose clock lets schedules run, and which look at the mails that these lead to. */
import { definitionLocations } from "@tablewright/core";
import { memoryStore } from "@tablewright/store-memory";
import { expect, test } from "vitest";
import { readRuleTests, runRuleTests } from "../src/index.ts";
import { loaded } from "./shop.ts";

const DEFINITION = `tablewright: 1
app: { id: shop, name: Shop, owner: boss@x.example, timezone: UTC }
tables:
  Orders:
    key: [Order]
    columns:
      Order: { type: Number }
      Due: { type: Date }
      Count: { type: Number, initialValue: "0", max: 1 }
actions:
  Count: { table: Orders, set: { Count: "[Count] + 1" } }
rules:
  Remind:
    table: Orders
    every: "0 6 * * *"
    condition: "[Due] < TODAY()"
    steps:
      - action: Count
      - email:
          to: "a<<[Order]>>@x.example"
          cc: '<<IF([Order] > 1, "boss@x.example", "")>>'
          subject: "Order <<[Order]>>"
          body: Late
          attach: [{ name: "<<[Order]>>.csv", table: Orders, rows: "LIST([Order])", columns: [Order] }]
`;

async function run(when: string) {
  const definition = loaded(DEFINITION);
  const given = "given: { Orders: [{ Order: 1, Due: 2026-03-01 }, { Order: 2, Due: 2026-03-09 }] }";
  const text = `clock: 2026-03-01T05:00:00\n${given}\ntests: { one: { when: [${when}] } }`;
  const { output, diagnostics } = readRuleTests(text, definition, { file: "app.test.yaml" });
  if (output === undefined) throw new Error(JSON.stringify(diagnostics));
  const locations = definitionLocations(DEFINITION);
  const ran = await runRuleTests({ definition, tests: [output], openStore: memoryStore, now: 0, locations });
  const messages = ran.tests[0]?.failures.map(({ message, actual }) => `${message} ${actual}`) ?? [];
  const missing = ran.coverage?.points.flatMap(({ member, missing: cases }) =>
    cases.length > 0 ? [member] : [],
  );
  return { messages, missing };
}

test("a schedule runs when the clock has come to its time, once, and is covered", async () => {
  const mail = "to: a1@x.example, subject: Order 1, body: Late, change: schedule";
  const file = 'attachments: [{ filename: 1.csv, content: { contains: "1" } }]';
  const { messages, missing } = await run(`
    { run: schedules, clock: 2026-03-01T05:59:59, expect: { events: [], rules: [] } },
    { run: schedules, clock: 2026-03-01T06:00:00, expect: { rules: [] } },
    { run: schedules, clock: 2026-03-02T06:00:00, expect: { rules: [Remind], events: [{ ${mail}, ${file} }] } },
    { run: schedules, expect: { rules: [] } },
    { table: Orders, Action: Find, expect: { rows: [{ Count: 1 }, { Count: 0 }] } }`);
  expect(messages).toEqual([]);
  expect(missing).toEqual(["tables.Orders.columns.Count.initialValue"]); // given rows cover nothing
});

test("one that fails fails the test, unless that is expected", async () => {
  const twice =
    "{ run: schedules, clock: 2026-03-02T06:00:00 }, { run: schedules, clock: 2026-03-03T06:00:00";
  expect((await run(`${twice} }`)).messages).toEqual([
    expect.stringContaining("A schedule failed, and no errors were expected."),
  ]);
  const expected =
    "expect: { errors: [{ code: cell/out-of-bounds }], tables: { Orders: { contains: [{ Count: 1 }] } } }";
  expect((await run(`${twice}, ${expected} }`)).messages).toEqual([]);
});

test.each([
  ["attachments: []", "There is another number of attachments: 1, not 0."],
  ["attachments: [{ filename: 2.csv }]", "The value is another one."],
])("%s is missed", async (expected, message) => {
  const { messages } = await run(
    `{ run: schedules, clock: 2026-03-02T06:00:00, expect: { events: [{ ${expected} }] } }`,
  );
  expect(messages).toEqual([expect.stringContaining(message)]);
});
