import { expect, test } from "vitest";
import { openDefinition } from "./open-definition.ts";
import { withEdits } from "./rename-in.ts";

const HEAD = `tablewright: 1
app: { id: a, name: A }
tables:
  Orders:
    key: [ID]
    columns:
      ID: { type: Text }
      Price: { type: Price }
      Customer: { type: Ref, table: Customers }
  Customers: { key: [ID], columns: { ID: { type: Text }, Name: { type: Text } } }
slices:
  Open Orders: { table: Orders }
actions:
  Send: { table: Orders, set: { Price: "1" } }
`;

/** The labels that are offered first at "|", and the line after the first of them is taken. */
function offered(marked: string, count: number): readonly string[] {
  const text = HEAD + marked.replace("|", "");
  const offset = HEAD.length + marked.indexOf("|");
  const { start, end, completions } = openDefinition(text).complete(offset);
  const [first] = completions;
  const taken = withEdits(text, first === undefined ? [] : [{ start, end, text: first.insert }]);
  const lines = taken.slice(0, start).split("\n").length;
  return [
    ...completions.slice(0, count).map(({ label }) => label),
    taken.split("\n")[lines - 1]?.trim() ?? "",
  ];
}

const DECISION =
  "decisions:\n  FEE:\n    parameters: { weight: Number, order: Ref of Orders }\n    type: Price\n";

test.each<[string, string[]]>([
  ["decisions:\n  FEE:\n    pa|", ["parameters", "parameters:"]],
  [`${DECISION}    formula: '[we|'`, ["weight", "formula: '[weight]'"]],
  [
    `${DECISION}    rules: [{ name: a, when: "[order].[Pr|" }]`,
    ["Price", 'rules: [{ name: a, when: "[order].[Price]" }]'],
  ],
  [`${DECISION}    rows: [["> 5", "-", "= [we|"]]`, ["weight", 'rows: [["> 5", "-", "= [weight]"]]']],
  [
    `${DECISION}    formula: 1\nrules:\n  R:\n    table: Orders\n    condition: FE|`,
    ["FEE", "condition: FEE("],
  ],
  ["ru|", ["rules", "rules:"]],
  ["rules:\n  R:\n    |", ["table", "on", "table:"]],
  ["rules:\n  R:\n    table: Orders\n    o|", ["on", "once", "on:"]],
  ["rules:\n  R:\n    table: O|", ["Orders", "Open Orders", "table: Orders"]],
  ["rules:\n  R: { table: Op|, on: [add] }", ["Open Orders", "R: { table: Open Orders, on: [add] }"]],
  ["rules:\n  R:\n    table: Orders\n    on: [a|]", ["add", "on: [add]"]],
  ["rules:\n  R:\n    table: Orders\n    on: [add, |]", ["add", "edit", "on: [add, add]"]],
  ["rules:\n  R:\n    table: Orders\n    steps:\n      - |", ["action", "webhook", "- action:"]],
  ["rules:\n  R:\n    table: Orders\n    steps:\n      - action: |", ["Send", "- action: Send"]],
  ["rules:\n  R:\n    table: Orders\n    steps:\n      - { action: 'S|' }", ["Send", "- { action: 'Send' }"]],
  ["rules:\n  R:\n    table: Orders\n    condition: |", ["ID", "Price", "condition: '[ID]'"]],
  ['rules:\n  R:\n    table: Orders\n    condition: "[Pr|"', ["Price", 'condition: "[Price]"']],
  ['rules:\n  R:\n    table: Orders\n    condition: "[Pr|', ["Price", 'condition: "[Price]']],
  ['rules:\n  R: { table: Orders, condition: "[Customer].[|, on: [add] }', ["ID", "Name"]],
  [
    "rules:\n  R:\n    table: Orders\n    condition: ISBLANK([Cust|",
    ["Customer", "condition: ISBLANK([Customer]"],
  ],
  [
    'rules:\n  R: { table: Customers, on: [add], steps: [{ webhook: { url: "https://a", body: "\n<<Start: [Related Orders]>><<[Pr|]>><<End>>',
    ["Price", "<<Start: [Related Orders]>><<[Price]>><<End>>"],
  ],
  [
    'rules:\n  R:\n    table: Customers\n    on: [add]\n    steps:\n      - webhook:\n          url: "https://a"\n          body: >-\n            <<If: [Na|',
    ["Name", "<<If: [Name]"],
  ],
  [
    'rules:\n  R:\n    table: Customers\n    on: [add]\n    steps:\n      - webhook:\n          url: "https://a"\n          body: >-\n            <<Start: [Related Orders]>><<[Customer].[|\n            more',
    ["ID", "Name"],
  ],
  [
    'rules:\n  R: { table: Customers, on: [add], steps: [{ webhook: { url: "https://a", body: "\n<<Star|>>',
    ["STARTSWITH", "Start", "<<STARTSWITH(>>"],
  ],
  [
    'rules:\n  R: { table: Customers, on: [add], steps: [{ webhook: { url: "https://a", body: "\n<<_upd|>>',
    ["_UPDATEMODE", "<<_UPDATEMODE>>"],
  ],
  ["  Both: { table: Orders, r|", ["run", "addRow", "Both: { table: Orders, run:"]],
  ["  Both: { table: Orders, run: [|] }", ["Send", "Both: { table: Orders, run: [Send] }"]],
  ["  Other: { table: Orders, set: { | } }", ["ID", "Price", "Other: { table: Orders, set: { ID:  } }"]],
  ["  Other:\n    table: Orders\n    set:\n      Pr|: '1'", ["Price", "Price: '1'"]],
  [
    "  Add:\n    table: Orders\n    addRow:\n      table: Customers\n      set:\n        N|",
    ["Name", "Name:"],
  ],
  ["  T|", []],
])("%s", (marked, [...answer]) => {
  const line = answer.at(-1);
  const found = offered(marked, Math.max(answer.length - 1, 0));
  if (answer.length === 0) expect(found).toHaveLength(1);
  else if (/^\w+$/.test(line ?? ""))
    expect(found.slice(0, answer.length)).toEqual(expect.arrayContaining([answer[0]]));
  else expect(found).toEqual(answer);
});

test("members of a column say what they mean, and those that are there are not offered again", () => {
  const text = HEAD.replace("{ type: Price }", "{ type: Price,  }");
  const { completions } = openDefinition(text).complete(text.indexOf("Price,") + 7);
  expect(completions.map(({ label }) => label)).not.toContain("type");
  expect(completions.find(({ label }) => label === "min")).toMatchObject({
    kind: "member",
    detail: "the least number, date, time or duration",
    insert: "min: ",
  });
});

test("column types are offered", () => {
  const text = HEAD.replace("{ type: Price }", "{ type: Per }");
  const { completions } = openDefinition(text).complete(text.indexOf("Per }") + 3);
  expect(completions.map(({ label }) => label)).toEqual(["Percent"]);
});
