/** `tablewright compare`: which decisions differ, how many, and where they part. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
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
  "alerts.yaml": OLD.replace("> 5000", "> 100"),
  "more.yaml": OLD.replace("  Alerts:", '  Points: { type: Price, formula: "[total] * 2" }\n  Alerts:'),
  "broken.yaml": OLD.replace("[totl]", "x").replace("[total] * (1", "[totl] * (1"),
  "wider.yaml": OLD.replace("[none, gold]", "[none, gold, silver]"),
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
  const { code, out, err } = await capture("compare", one, two, "--facts", facts, ...options);
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
      'refused.json: error: Nothing was compared: neither definition decides on any of 2 sets of facts.\n  refused.json[0]: "x" at /total of the facts is not a Price.',
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
