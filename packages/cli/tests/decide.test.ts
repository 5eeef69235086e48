/** What `tablewright decide` prints. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { capture } from "./capture.ts";
import { folderOf } from "./folder.ts";

const RULES = `tablewright: 1
rules: { id: checkout, name: Checkout }
facts:
  tier: { type: Enum, values: [none, gold] }
  total: { type: Price, required: true }
  today: Date
decisions:
  Discount:
    type: Percent
    hit: first
    inputs: ["[tier]", "[total]"]
    rows:
      - [gold, ">= 1000", 0.15]
      - [gold, "-", 0.1]
    otherwise: 0
  Due: { type: Date, formula: "TODAY() + 14" }
  Mails: { type: Number, formula: 'COUNT(EXTRACTEMAILS("a@b.org"))' }
`;

const folder = folderOf({
  "rules.yaml": RULES,
  "bad.yaml": RULES.replace(">= 1000", ">= [totl]"),
  "one.json": '{"tier": "gold", "total": 1200}',
  "list.json": '[{"total": 1}, {"tier": "gold", "total": 5}]',
  "lines.jsonl": '{"tier": "gold", "total": 5}\n\n{"tier": "silver"}\n',
  "broken.jsonl": '{"total": 1}\n{"total": \n',
});
const at = (name: string) => join(folder, name);
const outputsIn = (out: string) =>
  out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).outputs);

describe("tablewright decide", () => {
  test("warns of facts that the rules have not, and decides", async () => {
    const { code, out, err } = await capture("decide", at("rules.yaml"), '{"teir": "gold", "total": 1200}');
    expect([code, err]).toEqual([
      0,
      'warning: There is no fact at /teir: what is given there is not read. (decision/unknown-fact)\nhint: Did you mean "tier"?\n',
    ]);
    expect(JSON.parse(out).outputs.Discount).toBe(0);
  });

  test("prints outputs, the rows that fired, and events", async () => {
    const { code, out, err } = await capture(
      "decide",
      at("rules.yaml"),
      at("one.json"),
      "--outputs",
      "Discount",
    );
    expect([code, err]).toEqual([0, ""]);
    expect(JSON.parse(out)).toEqual({
      outputs: { Discount: 0.15 },
      fired: [{ decision: "Discount", row: 1, outputs: { Discount: 0.15 } }],
      events: [],
    });
  });

  test("takes facts as JSON, and the time", async () => {
    const { out } = await capture("decide", at("rules.yaml"), '{"total": 5}', "--now", "2026-03-01T09:30:00");
    expect(JSON.parse(out).outputs).toEqual({ Discount: 0, Due: "2026-03-15", Mails: 1 });
  });

  test.each([
    ["--timezone", "Mars", "It is not a time zone such as Europe/Berlin."],
    ["--now", "soon", "It is not a time such as 2026-03-01T09:30:00."],
  ])("refuses %s %s, whether a rule reads it or not", async (option, value, says) => {
    const { code, out, err } = await capture("decide", at("rules.yaml"), '{"total": 5}', option, value);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(says);
  });

  test("prints one line for each of many", async () => {
    const list = await capture("decide", at("rules.yaml"), at("list.json"), "--outputs", "Discount");
    expect(outputsIn(list.out)).toEqual([{ Discount: 0 }, { Discount: 0.1 }]);
    const lines = await capture("decide", at("rules.yaml"), at("lines.jsonl"), "--outputs", "Discount");
    expect(outputsIn(lines.out)).toEqual([{ Discount: 0.1 }, {}]);
    expect(lines.code).toBe(1);
    expect(lines.err).toBe(
      [
        `${at("lines.jsonl")}:3: error: "silver" at /tier of the facts is not one of none, gold. (decision/wrong-fact)`,
        `${at("lines.jsonl")}:3: error: The facts have no value at /total, and it is required. (decision/missing-fact)`,
        "",
      ].join("\n"),
    );
  });

  test("explains", async () => {
    const { out } = await capture(
      "decide",
      at("rules.yaml"),
      '{"tier": "gold", "total": 5}',
      "--explain",
      "--outputs",
      "Discount",
    );
    expect(out).toContain("Discount (first)\n  row 1 not matched: [total] >= 1000\n");
    expect(out).toContain("  row 2 fired\n");
    expect(out).toContain('"outputs": {\n    "Discount": 0.1\n  }');
  });

  test.each<[what: string, rules: string, facts: string, says: RegExp]>([
    [
      "of rules, at their place",
      "bad.yaml",
      "one.json",
      /bad\.yaml:13:\d+: error: There is no fact or output "totl"/,
    ],
    [
      "of a file of rules that is not there",
      "ruls.yaml",
      "one.json",
      /error: The definition cannot be read: there is no such file, but there is ".*rules\.yaml"/,
    ],
    [
      "of a file of facts that is not there",
      "rules.yaml",
      "onne.json",
      /onne\.json: error: The facts cannot be read: there is no such file, but there is ".*one\.json"/,
    ],
    [
      "of lines that are not there",
      "rules.yaml",
      "none.jsonl",
      /none\.jsonl: error: The facts cannot be read: there is no such file/,
    ],
    [
      "of facts that are no JSON",
      "rules.yaml",
      "broken.jsonl",
      /broken\.jsonl:2: error: It is not JSON such as/,
    ],
  ])("tells an error %s", async (_, rules, facts, says) => {
    const { code, err } = await capture("decide", at(rules), at(facts));
    expect(code).toBe(1);
    expect(err).toMatch(says);
  });
});
