/** What `tablewright tables` writes, and that it is read again. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type AppDefinition, createEngine } from "@tablewright/core";
import { memoryStore } from "@tablewright/store-memory";
import { describe, expect, test } from "vitest";
import { systemServices } from "../src/platform.ts";
import { readDefinitionFile } from "../src/read-definition.ts";
import { capture } from "./capture.ts";
import { definitionOf, folderOf } from "./folder.ts";

const rulesWith = (decisions: string) => `tablewright: 1
rules: { id: shop }
facts: { tier: Text, total: Price }
decisions:
${decisions}
`;
const HEAD = "  Discount: { type: Percent, hit: first";
const ROWS = `${HEAD}, inputs: ["[tier]", "[total]"], rows: [[gold, ">= 1000", 0.10], [gold, "-", "=0.01 * 5"], ["silver, plate", "", null]], otherwise: 0 }`;

const appWith = (decision: string) => `${definitionOf()}decisions:
  DISCOUNT:
    parameters: { tier: Text, total: Price }
    type: Percent
    hit: first
${decision}
`;
const APP_ROWS = `    rows: [[gold, ">= 1000", 0.1], [gold, "-", "=[total] / 10000"]]\n    otherwise: 0`;

const folder = folderOf({
  "rules.yaml": rulesWith(ROWS),
  "from-csv.yaml": rulesWith(`${HEAD}, rows: out/Discount.csv }`),
  "from-xlsx.yaml": rulesWith(`${HEAD}, rows: "out.xlsx#Discount" }`),
  "own.csv": "#note;Tier;LEN([tier]);total;discount\nfirst;gold;;>= 5;0.2\n;;> 4;;15%\n;otherwise;;;0\n",
  "from-own.yaml": rulesWith(`${HEAD}, rows: own.csv }`),
  "wrong.csv": "tier,total,Discount\ngold,>= many,0.1\n",
  "from-wrong.yaml": rulesWith(`${HEAD}, rows: wrong.csv }`),
  "from-none.yaml": rulesWith(`${HEAD}, rows: none.csv }`),
  "headless.csv": "tier,total\ngold,5\n",
  "odd-header.csv": "LEN([teir]),Discount\n> 1,0.1\n",
  "from-odd-header.yaml": rulesWith(`${HEAD}, rows: odd-header.csv }`),
  "odd-last.csv": "tier,Discount\ngold,0.1\notherwise,much\n",
  "from-odd-last.yaml": rulesWith(`${HEAD}, rows: odd-last.csv }`),
  "gap.csv": "tier,Discount\ngold,0.1\n",
  "from-gap.yaml": rulesWith(`${HEAD}, rows: gap.csv }`),
  "app.yaml": appWith(APP_ROWS),
  "app-from-csv.yaml": appWith("    rows: out-app/DISCOUNT.csv"),
  "app-from-xlsx.yaml": appWith('    rows: "out-app.xlsx#DISCOUNT"'),
  "app-wrong.csv": "tier;total;DISCOUNT\ngold;>= many;0.1\n",
  "app-from-wrong.yaml": appWith("    rows: app-wrong.csv"),
  "app-from-none.yaml": appWith("    rows: none.csv"),
  "from-headless.yaml": rulesWith(`${HEAD}, rows: headless.csv }`),
});
const at = (name: string) => join(folder, name);
const discountOf = async (rules: string, facts: string) =>
  JSON.parse((await capture("decide", at(rules), facts)).out).outputs.Discount;

describe("decision tables in files", () => {
  test("are written cell for cell, and read again", async () => {
    expect(await capture("tables", at("rules.yaml"), at("out"))).toMatchObject({
      code: 0,
      out: `${at("out")}: 1 table\n`,
    });
    expect(await capture("tables", at("rules.yaml"), at("out.xlsx"))).toMatchObject({ code: 0, err: "" });
    expect(readFileSync(at("out/Discount.csv"), "utf8")).toBe(
      'tier,total,Discount\r\ngold,>= 1000,0.1\r\ngold,-,\'=0.01 * 5\r\n"silver, plate",,\r\notherwise,,0\r\n',
    );
    for (const facts of ['{"tier": "gold", "total": 1200}', '{"tier": "gold"}', '{"tier": "plate"}', "{}"]) {
      const expected = await discountOf("rules.yaml", facts);
      expect([await discountOf("from-csv.yaml", facts), await discountOf("from-xlsx.yaml", facts)]).toEqual([
        expected,
        expected,
      ]);
    }
  });

  test("are those of an application, too", async () => {
    expect(await capture("tables", at("app.yaml"), at("out-app"))).toMatchObject({ code: 0 });
    expect(await capture("tables", at("app.yaml"), at("out-app.xlsx"))).toMatchObject({ code: 0 });
    expect(readFileSync(at("out-app/DISCOUNT.csv"), "utf8")).toBe(
      "tier,total,DISCOUNT\r\ngold,>= 1000,0.1\r\ngold,-,'=[total] / 10000\r\notherwise,,0\r\n",
    );
    for (const name of ["app.yaml", "app-from-csv.yaml", "app-from-xlsx.yaml"]) {
      expect((await capture("check", at(name))).out).toContain(": no errors, 1 warning; 2 tables");
      const { definition } = await readDefinitionFile(at(name));
      const engine = await createEngine({
        definition: definition as AppDefinition,
        store: memoryStore(),
        services: systemServices,
      });
      const facts = [{ tier: "gold", total: 1200 }, { tier: "gold", total: 500 }, { tier: "none" }];
      const decided = await engine.decideMany("DISCOUNT", facts);
      expect(decided.map(({ outputs }) => outputs.DISCOUNT)).toEqual([0.1, 0.05, 0]);
      await engine.close();
    }
    // A key is added to a definition whose tables are elsewhere.
    expect(await capture("keys", "new", at("app-from-csv.yaml"), "partner")).toMatchObject({ code: 0 });
  });

  test("replace no file without --force", async () => {
    const folder = folderOf({
      "rules.yaml": rulesWith(`${HEAD}, inputs: ["[tier]"], rows: [[gold, 0.1]] }`),
      "out.xlsx": "mine",
    });
    const [rules, out, csv] = [join(folder, "rules.yaml"), join(folder, "out.xlsx"), join(folder, "csv")];
    expect(await capture("tables", rules, out)).toMatchObject({
      code: 1,
      err: `${out}: error: It cannot be written: there is a file "${out}" already; replace it with --force.\n`,
    });
    expect(readFileSync(out, "utf8")).toBe("mine");
    expect((await capture("tables", rules, out, "--force")).code).toBe(0);
    const codes = [];
    for (const options of [[], [], ["--force"]])
      codes.push((await capture("tables", rules, csv, ...options)).code);
    expect(codes).toEqual([0, 1, 0]);
  });

  test("are not written where there are none", async () => {
    for (const rules of ["from-own.yaml", "from-xlsx.yaml"]) {
      const { code, out, err } = await capture("tables", at(rules), at("nothing"));
      expect([code, out]).toEqual([1, ""]);
      expect(err).toContain("There is no decision with rows in this file");
      expect(existsSync(at("nothing"))).toBe(false);
    }
  });

  test("may have notes, expressions and any order of columns", async () => {
    expect(await discountOf("from-own.yaml", '{"tier": "gold", "total": 5}')).toBe(0.2);
    expect(await discountOf("from-own.yaml", '{"tier": "silver", "total": 5}')).toBe(0.15);
    expect(await discountOf("from-own.yaml", '{"tier": "x"}')).toBe(0);
  });

  test.each([
    [
      "from-wrong.yaml",
      /^wrong\.csv:2: column "total": error: Price cannot be compared with the text "many"\. \(type\/compare\)/m,
    ],
    [
      "from-none.yaml",
      /error: The table "none\.csv" cannot be read: there is no such file.* \(decision\/table-file\)[\s\S]*\nhint: It is looked for in the folder/,
    ],
    [
      "from-headless.yaml",
      /^headless\.csv:1: error: The table "headless\.csv" cannot be read: no column of its first row is "Discount"\. \(decision\/table-file\)/m,
    ],
    [
      "from-odd-header.yaml",
      /^odd-header\.csv:1: column "LEN\(\[teir\]\)": error: There is no fact or output "teir" here/m,
    ],
    ["from-odd-last.yaml", /^odd-last\.csv:3: column "Discount": error: /m],
    ["from-gap.yaml", /^\/from-gap\.yaml:5:3: warning: .* \(logic\/gap\)/m],
    ["app-from-wrong.yaml", /^app-wrong\.csv:2: column "total": error: .* \(type\/compare\)/m],
    [
      "app-from-none.yaml",
      /error: The table "none\.csv" cannot be read: there is no such file.* \(decision\/table-file\)/,
    ],
  ])("that are wrong are located by decide and check: %s", async (rules, says) => {
    const checked = await capture("check", at(rules));
    expect(checked.out.replaceAll(at(""), "")).toMatch(says);
    if (checked.code === 0 || rules.startsWith("app")) return;
    const { code, err } = await capture("decide", at(rules), "{}");
    expect(code).toBe(1);
    expect(err).toMatch(says);
  });
});
