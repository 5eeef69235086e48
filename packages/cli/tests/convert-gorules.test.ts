/** `tablewright convert` of decision graphs of GoRules. What ZEN itself answers on them stands in the cases. */
import { join } from "node:path";
import { loadRules } from "@tablewright/core/rules";
import { describe, expect, test } from "vitest";
import { capture } from "./capture.ts";
import { folderOf } from "./folder.ts";

interface Table {
  readonly name: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly content?: object;
  readonly type?: string;
}

/** A graph whose tables stand one behind the other. */
function graphOf(...tables: readonly Table[]): object {
  const nodes = tables.map(({ name, inputs, outputs, rows, content, type = "decisionTableNode" }) => ({
    id: name,
    name,
    type,
    content: {
      hitPolicy: "first",
      inputs: inputs.map((field, at) => ({ id: `i${at}`, name: field, field })),
      outputs: outputs.map((field, at) => ({ id: `o${at}`, name: field, field })),
      rules: rows.map((row) =>
        Object.fromEntries(
          row.map((cell, at) => [at < inputs.length ? `i${at}` : `o${at - inputs.length}`, cell]),
        ),
      ),
      ...content,
    },
  }));
  const ids = ["in", ...tables.map(({ name }) => name), "out"];
  const edges = ids
    .slice(1)
    .map((targetId, at) => ({ id: `e${at}`, sourceId: ids[at], targetId, type: "edge" }));
  return {
    nodes: [
      { id: "in", name: "in", type: "inputNode" },
      ...nodes,
      { id: "out", name: "out", type: "outputNode" },
    ],
    edges,
  };
}

async function convert(graph: object, ...options: readonly string[]) {
  const file = join(folderOf({ "graph.json": JSON.stringify(graph) }), "graph.json");
  const { code, out, err } = await capture("convert", file, ...options);
  return { code, out, err: err.replaceAll(file, "graph.json") };
}

const FEES: Table = {
  name: "Fees",
  inputs: ["cart.country", "cart.total", "cart.isNew"],
  outputs: ["fee", "label"],
  rows: [
    ['"US", "CA"', "> 1000", "", "2.5", '"large"'],
    ['"US"', "[100..1000]", "true", "5", '"new"'],
    ["not in ['US']", "", "", "30", ""],
    ["", "!= 7", "", "1", '"- other"'],
  ],
};

test("tables become tables, texts exact, outputs of one read by the next", async () => {
  const tax: Table = {
    name: "Tax",
    inputs: ["fee"],
    outputs: ["rate"],
    rows: [
      ["> 4 and < 20", "0.2"],
      ["", "0"],
    ],
  };
  const { code, out, err } = await convert(graphOf({ ...FEES, content: { passThrough: true } }, tax));
  expect(err).toBe("graph.json: 2 tables converted, nothing was left out\n");
  expect(out).toBe(`tablewright: 1
rules:
  id: graph
facts:
  cart: { type: Object, fields: { country: Text, total: Decimal, isNew: Yes/No } }
decisions:
  Fees:
    hit: first
    outputs: { fee: Decimal, label: Text }
    inputs: [ "[cart].[country]", "[cart].[total]", "[cart].[isNew]" ]
    rows:
      - [ '=OR(EXACT(?, "US"), EXACT(?, "CA"))', "> 1000", "-", 2.5, large ]
      - [ '=EXACT(?, "US")', "[100..1000]", "true", 5, new ]
      - [ '=NOT(EXACT(?, "US"))', "-", "-", 30, null ]
      - [ "-", not(7), "-", 1, "- other" ]
  Tax:
    hit: first
    outputs: { rate: Decimal }
    inputs: [ "[fee]" ]
    rows:
      - [ "=AND(? > 4, ? < 20)", 0.2 ]
      - [ "-", 0 ]
`);
  const { output: rules } = loadRules(out);
  const decide = (cart: object) => rules?.decide({ cart }).outputs;
  expect(decide({ country: "US", total: 500, isNew: true })).toEqual({ fee: 5, label: "new", rate: 0.2 });
  expect(decide({ country: "us", total: 5000 })).toEqual({ fee: 30, label: null, rate: 0 });
  expect(decide({ country: "US", total: 7 })).toEqual({ fee: null, label: null, rate: 0 });
  expect(code).toBe(0);
});

test("--ignore-case writes texts as plain cells", async () => {
  const { out } = await convert(graphOf(FEES), "--ignore-case");
  expect(out).toContain(`- [ '"US", "CA"', "> 1000", "-", 2.5, large ]`);
  expect(out).toContain(`- [ not("US"), "-", "-", 30, null ]`);
});

test("a missing number is outside of no range", async () => {
  const rows = [
    ["not in [1..5]", "1"],
    ["not in (1..5)", "2"],
  ];
  const { out } = await convert(graphOf({ name: "T", inputs: ["x"], outputs: ["y"], rows }));
  const { output: rules } = loadRules(out);
  expect(rules?.describe()[0]?.rows.map(({ cells }) => cells)).toEqual([["< 1, > 5"], ["<= 1, >= 5"]]);
  expect([0, 1, null].map((x) => rules?.decide({ x }).outputs.y)).toEqual([1, 2, null]);
});

test("rows that are collected become lists, which is noted", async () => {
  const { out, err } = await convert(
    graphOf({
      name: "T",
      inputs: ["x"],
      outputs: ["a.b"],
      rows: [
        ["> 1", "1"],
        ["> 2", "2"],
      ],
      content: { hitPolicy: "collect" },
    }),
  );
  expect(err).toContain(
    'note: the output "a.b" of "T" is called "a b"\nnote: the rows of "T" become a list for each output\n',
  );
  expect(loadRules(out).output?.decide({ x: 3 }).outputs).toEqual({ "a b": [1, 2] });
});

describe("a table that cannot be said exactly is left out with its reason", () => {
  const plain = (row: readonly string[], own: Partial<Table> = {}): Table => ({
    name: "T",
    inputs: ["x"],
    outputs: ["y"],
    rows: [row],
    ...own,
  });
  test.each([
    [plain(["len($) > 3", "1"]), 'the cell "len($) > 3" is not one that can be said exactly'],
    [plain(["-", "1"]), 'the cell "-" is not one that can be said exactly'],
    [plain(['"a\\n"', "1"]), 'the cell ""a\\n"" is not one that can be said exactly'],
    [plain(["1", "x * 2"]), 'the cell "x * 2" is not one that can be said exactly'],
    [plain(["1", "z"]), 'its output "y" is computed'],
    [plain(['""', "1"]), "an input is compared with an empty text, which is a blank here like null"],
    [plain(["> 'a'", "1"]), "it compares the order of something else than numbers"],
    [plain(["1", "1"], { inputs: ["len(x)"] }), 'its input "len(x)" is not the name of a fact or a field'],
    [
      plain(["1", "1"], { content: { executionMode: "loop" } }),
      "it runs over a list, or on a part of its input",
    ],
    [
      plain(["1", ""], { content: { hitPolicy: "collect" } }),
      "a row that is collected gives an output no value",
    ],
    [plain([], { type: "expressionNode" }), 'a node of type "expressionNode" is no table'],
  ])("%j", async (table, reason) => {
    const { code, err } = await convert(graphOf(table));
    const quoted = reason.replace('""a\\n""', '"""a\\n"""');
    expect(err).toBe(`graph.json: 0 tables converted, 1 left out\n  "T": ${quoted}\n`);
    expect(code).toBe(1);
  });

  test("so is one that reads what such a table gives, and what a table before it does not pass on", async () => {
    const after: Table = { name: "After", inputs: ["y"], outputs: ["z"], rows: [["1", "1"]] };
    expect((await convert(graphOf(plain(["-", "1"]), after))).err).toContain(
      '"After": it reads what "T" gives, which is left out',
    );
    const last: Table = { ...after, inputs: ["x"] };
    expect((await convert(graphOf(plain(["1", "1"]), last))).err).toContain(
      '"After": "x" is not passed on by the table before it',
    );
  });
});

test("what is neither is said", async () => {
  const { code, err } = await convert({ a: 1 });
  expect(err).toBe(
    "graph.json: error: It is neither rules of json-rules-engine (a list with conditions and events) nor a decision graph of GoRules (nodes and edges).\n",
  );
  expect(code).toBe(1);
});
