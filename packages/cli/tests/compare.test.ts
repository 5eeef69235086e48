/** `tablewright compare`: which decisions differ, how many, and where they part. */
import { join } from "node:path";
import { type AppDefinition, createEngine } from "@tablewright/core";
import { sqliteStore } from "@tablewright/store-sqlite";
import { describe, expect, test } from "vitest";
import { systemServices } from "../src/platform.ts";
import { readDefinitionFile } from "../src/read-definition.ts";
import { capture } from "./capture.ts";
import { folderOf } from "./folder.ts";

const OLD = `tablewright: 1
rules: { id: checkout }
facts:
  tier: { type: Enum, values: [none, gold], required: true }
  total: { type: Price, required: true }
decisions:
  Discount:
    type: Percent
    hit: first
    inputs: ["[tier]", "[total]"]
    rows:
      - [gold, ">= 1000", 0.15]
      - [gold, "-", 0.1]
    otherwise: 0
  To pay: { type: Price, formula: "[total] * (1 - [Discount])" }
  Alerts:
    rules:
      - { name: Large, when: "[To pay] > 5000", event: large }
      - { name: Free, when: "[To pay] = 0", event: free }
`;

const folder = folderOf({
  "old.yaml": OLD,
  "moved.yaml": OLD.replace('      - [gold, ">= 1000", 0.15]\n', '      - [gold, ">= 500", 0.15]\n'),
  "less.yaml": OLD.replace('">= 1000", 0.15]', '">= 1000", 0.2]'),
  "alerts.yaml": OLD.replace("> 5000", "> 100"),
  "more.yaml": OLD.replace("  Alerts:", '  Points: { type: Price, formula: "[total] * 2" }\n  Alerts:'),
  "broken.yaml": OLD.replace("[totl]", "x").replace("[total] * (1", "[totl] * (1"),
  "wider.yaml": OLD.replace("[none, gold]", "[none, gold, silver]"),
  "loose.yaml": OLD.replaceAll(", required: true", ""),
  "region.yaml": OLD.replaceAll(", required: true", "").replace("facts:", "facts:\n  region: Text"),
  "misspelt.jsonl": '{"tier":"gold","totl":1}\n{"tier":"gold","totl":2,"region":"AT"}',
  "misspelt.csv": "Order;Teir;Total;Remark\n1;gold;1200;x\n2;gold;1;y\n",
  "twice.jsonl": '{"tier":"gold"}\n{"tier":"gold","tier":"none"}',
  "rows.csv": "Order;Tier;Total\n1;gold;1200\n2;gold;600\n3;none;600,5\n",
  "app.yaml": `tablewright: 1
app: { id: shop, name: Shop, owner: o@example.com, history: { keep: 30d }, api: { enabled: true, accessKeys: [{ name: local, sha256: ${"a".repeat(64)} }] } }
tables:
  Orders:
    key: [Order]
    columns:
      Order: { type: Number }
      Tier: { type: Text }
      Total: { type: Price }
  Others: { key: [Other], columns: { Other: { type: Number } } }
`,
  "empty.jsonl": "\n",
  "refused.json": '[{"tier":"gold","total":"x"},{"tier":"gold"}]',
  "marked.json": '\uFEFF[{"tier":"gold","total":600}]',
  "facts.jsonl": [
    '{"tier":"gold","total":1200}',
    '{"tier":"gold","total":600}',
    '{"tier":"none","total":600}',
    '{"tier":"silver","total":1}',
  ].join("\n"),
});

async function compare(old: string, other: string, ...options: readonly string[]) {
  const [one, two, facts] = [old, other, "facts.jsonl"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const isGiven = options.some((option) => /^--(?:facts|rows|changes)$/.test(option));
  const { code, out, err } = await capture(
    "compare",
    one,
    two,
    ...(isGiven ? [] : ["--facts", facts]),
    ...options,
  );
  return { code, out: out.replaceAll(`${folder}/`, ""), err: err.replaceAll(`${folder}/`, "") };
}

describe("tablewright compare", () => {
  test("the same definition gives no difference", async () => {
    expect(await compare("old.yaml", "old.yaml")).toEqual({
      code: 0,
      out: `none of 3 sets of facts decided otherwise
not compared: 1 set of facts, on which neither definition decides
  facts.jsonl:4: "silver" at /tier of the facts is not one of none, gold.
`,
      err: "",
    });
  });

  test.each([
    [
      "an unknown output",
      "facts.jsonl",
      ["--outputs", "Discont"],
      'No decision has an output "Discont".\nhint: Did you mean',
    ],
    [
      "an output of one only",
      "facts.jsonl",
      ["--outputs", "Points"],
      "none of the wanted outputs is in both definitions.",
    ],
    ["no facts", "empty.jsonl", [], "empty.jsonl: error: Nothing was compared: there are no facts."],
    [
      "facts that both refuse",
      "refused.json",
      [],
      'refused.json: error: Nothing was compared: neither definition decides on any of 2 sets of facts.\n  refused.json[0]: "x" at /total of the facts is not a Price such as 12.5.',
    ],
  ])("%s fails with 2, as nothing was compared", async (_, facts, options, words) => {
    const { code, out, err } = await compare(
      "old.yaml",
      "more.yaml",
      "--facts",
      join(folder, facts),
      ...options,
    );
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(words);
  });

  test("outputs are compared where both definitions have them; the others are named", async () => {
    const { code, out, err } = await compare("old.yaml", "more.yaml", "--outputs", "Points,Discount");
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("none of 3 sets of facts decided otherwise\nonly in the new definition: Points\n");
  });

  test("facts that only one definition refuses differ", async () => {
    const { code, out } = await compare("old.yaml", "wider.yaml");
    expect(code).toBe(1);
    expect(out).toContain("facts.jsonl:4\n  Discount: nothing → 0\n");
  });

  test("facts may begin with a byte order mark", async () => {
    const { code, err } = await compare("old.yaml", "old.yaml", "--facts", join(folder, "marked.json"));
    expect([code, err]).toEqual([0, ""]);
  });

  test("tells which outputs differ, how often, and the row and condition that parts them", async () => {
    const { code, out } = await compare("old.yaml", "moved.yaml");
    expect(out).toBe(`1 of 3 sets of facts decided otherwise
  Discount  1
  To pay    1
not compared: 1 set of facts, on which neither definition decides
  facts.jsonl:4: "silver" at /tier of the facts is not one of none, gold.

facts.jsonl:2
  Discount: 0.1 → 0.15
  To pay: 540 → 510
  first in Discount: row 2 → row 1
    old, row 1: [total] >= 1000
    ^^^^^^^^^^^^^^^ FALSE
      [total] → 600
`);
    expect(code).toBe(1);
  });

  test("the same row with another value is said to give it", async () => {
    const { out } = await compare("old.yaml", "less.yaml");
    expect(out).toContain("  Discount: 0.15 → 0.2\n");
    expect(out).toMatch(/\n {2}first in Discount: row 1, which gives another value(?:\n|$)/);
  });

  test("rows of a file are facts by the names of their columns", async () => {
    const given = ["--rows", join(folder, "rows.csv")];
    const { code, out, err } = await compare("old.yaml", "moved.yaml", ...given);
    expect([code, err]).toEqual([1, ""]);
    expect(out).toContain("1 of 2 sets of facts decided otherwise\n  Discount  1\n");
    expect(out).toContain('  rows.csv:4: "600,5" at /total of the facts is not a Price');
    expect(out).toContain("\nrows.csv:3\n  Discount: 0.1 → 0.15\n");
    expect((await compare("old.yaml", "old.yaml", ...given)).code).toBe(0);
    expect(await compare("old.yaml", "old.yaml", "--rows", join(folder, "none.csv"))).toEqual({
      code: 2,
      out: "",
      err: "none.csv: error: There is no such file.\n",
    });
  });

  test("rows of a table are facts, as they are and as each call left them", async () => {
    const file = join(folder, "app.yaml");
    const address = `sqlite:${join(folder, "rows.sqlite")}`;
    const { definition } = await readDefinitionFile(file);
    const engine = await createEngine({
      definition: definition as AppDefinition,
      store: sqliteStore(join(folder, "rows.sqlite")),
      services: systemServices,
    });
    const rows = [
      { Order: 1, Tier: "gold", Total: 600 },
      { Order: 2, Tier: "none", Total: 5 },
    ];
    await engine.execute({ action: "Add", table: "Others", rows: [{ Other: 1 }] });
    await engine.execute({ action: "Add", table: "Orders", rows });
    await engine.execute({ action: "Edit", table: "Orders", rows: [{ Order: 1, Total: 2000 }] });
    await engine.execute({ action: "Delete", table: "Orders", rows: [{ Order: 2 }] });
    await engine.close();
    const stored = ["--app", file, "--store", address];
    expect(await compare("old.yaml", "moved.yaml", "--rows", "Orders", ...stored)).toEqual({
      code: 0,
      out: "none of 1 set of facts decided otherwise\n",
      err: "",
    });
    const { code, out, err } = await compare("old.yaml", "moved.yaml", "--changes", "Orders", ...stored);
    expect([code, err]).toEqual([1, ""]);
    expect(out).toContain("1 of 3 sets of facts decided otherwise\n");
    expect(out).toMatch(/\nOrders 1 by \S+\n {2}Discount: 0\.1 → 0\.15\n/);
    for (const given of ["--rows", "--changes"]) {
      const { code: failed, err: words } = await compare("old.yaml", "old.yaml", given, "Ordres", ...stored);
      expect(failed).toBe(2);
      expect(words).toContain("Ordres");
    }
  });

  test.each([
    [[], "Say what to decide on"],
    [["--facts", "{}", "--rows", "x.csv"], "Say what to decide on"],
    [["--changes", "Orders"], "Rows of a table are named with --app"],
    [["--rows", "Orders", "--app", "app.yaml"], "Rows of a table are named with --app"],
    [["--facts", "{}", "--app", "a", "--store", "memory:"], "go with --rows or --changes"],
  ])("options that do not go together are refused: %j", async (options, words) => {
    const [one, two] = ["old.yaml", "old.yaml"].map((name) => join(folder, name)) as [string, string];
    const { code, err } = await capture("compare", one, two, ...options);
    expect(code).toBe(2);
    expect(err).toContain(words);
  });

  const unknown = (where: string, name: string, meant: string) =>
    `${where}: warning: There is no fact at /${name}: what is given there is not read. (decision/unknown-fact)\nhint: Did you mean "${meant}"?\n`;

  test("facts that neither definition reads are told, each name once", async () => {
    const given = ["--facts", join(folder, "misspelt.jsonl")];
    const { code, err } = await compare("loose.yaml", "region.yaml", ...given);
    expect([code, err]).toEqual([0, unknown("misspelt.jsonl:1", "totl", "total")]);
  });

  test("columns with nearly the name of a fact are told, others are not", async () => {
    const given = ["--rows", join(folder, "misspelt.csv")];
    const { code, err } = await compare("loose.yaml", "loose.yaml", ...given);
    expect([code, err]).toEqual([0, unknown("misspelt.csv", "Teir", "tier")]);
  });

  test.each([
    ["twice.jsonl", 'twice.jsonl:2: error: The member "tier" of an object is given twice.\n'],
    ["rows.csv", "error: Facts are JSON. The rows of rows.csv are given by --rows.\n"],
  ])("facts that are not taken: %s", async (file, words) => {
    expect(await compare("old.yaml", "old.yaml", "--facts", join(folder, file))).toEqual({
      code: 2,
      out: "",
      err: words,
    });
  });

  test("events differ, too", async () => {
    const { out } = await compare("old.yaml", "alerts.yaml", "--limit", "1");
    expect(out).toContain("3 of 3 sets of facts decided otherwise\n  events  3\n");
    expect(out).toContain(
      '\n\nfacts.jsonl:1\n  events: [] → [{"type":"large"}]\n  first in Alerts: no row → Large\n    old, Large: [To pay] > 5000\n',
    );
    expect(out).toMatch(/\n\n2 more; --limit shows more of them\n$/);
  });

  test("an output of only one definition is named and makes no difference", async () => {
    const { code, out } = await compare("old.yaml", "more.yaml");
    expect([code, out]).toEqual([
      0,
      `none of 3 sets of facts decided otherwise
only in the new definition: Points
not compared: 1 set of facts, on which neither definition decides
  facts.jsonl:4: "silver" at /tier of the facts is not one of none, gold.
`,
    ]);
  });

  test("as JSON, and of wanted outputs only", async () => {
    const { out } = await compare("old.yaml", "moved.yaml", "--json", "--outputs", "Discount");
    expect(JSON.parse(out)).toEqual({
      facts: 4,
      compared: 3,
      differing: 1,
      changed: { Discount: 1 },
      onlyOld: [],
      onlyNew: [],
      undecided: [
        {
          where: "facts.jsonl:4",
          errors: ['"silver" at /tier of the facts is not one of none, gold.'],
        },
      ],
      differences: [
        {
          where: "facts.jsonl:2",
          facts: { tier: "gold", total: 600 },
          changed: [{ name: "Discount", old: 0.1, new: 0.15 }],
          first: {
            decision: "Discount",
            old: ["row 2"],
            new: ["row 1"],
            part: "old, row 1: [total] >= 1000\n^^^^^^^^^^^^^^^ FALSE\n  [total] → 600",
          },
        },
      ],
    });
  });

  test.each([
    ["--now", "noon", "It is not a time such as"],
    ["--timezone", "Mars/Base", "It is not a time zone such as"],
  ])("%s %s is refused, as decide refuses it", async (option, value, words) => {
    const { code, out, err } = await compare("old.yaml", "moved.yaml", option, value);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(words);
  });

  test("what cannot be read is no difference: the exit code is 2", async () => {
    const { code, err } = await compare("old.yaml", "broken.yaml");
    expect(code).toBe(2);
    expect(err).toContain("broken.yaml:15:36: error:");
  });
});
