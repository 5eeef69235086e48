/** What `tablewright check` says about a definition. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { capture } from "./capture.ts";
import { definitionOf, folderOf } from "./folder.ts";

test("a definition without errors: a summary and exit code 0", async () => {
  const file = join(
    folderOf({ "app.yaml": definitionOf(`accessKeys: [{ name: a, sha256: "${"0".repeat(64)}" }]`) }),
    "app.yaml",
  );
  const { code, out } = await capture("check", file);
  expect([code, out]).toEqual([0, `${file}: no errors; 2 tables, 6 columns\n`]);
});

test("a warning is shown and is no error", async () => {
  const file = join(folderOf({ "app.yaml": definitionOf() }), "app.yaml");
  const { code, out } = await capture("check", file);
  expect(out).toMatch(/app\.yaml:8:\d+: warning: .*\(definition\/plain-key\)/u);
  expect(out).toContain("no errors, 1 warning; 2 tables");
  expect(code).toBe(0);
});

test("every error is located, with its line, carets and a hint", async () => {
  const text = definitionOf().replace("type: Text }", "type: Txt }").replace("[Price] * 2", "[Prise] * 2");
  const file = join(folderOf({ "app.yaml": text }), "app.yaml");
  const { code, out } = await capture("check", file);
  expect(out).toContain(`${file}:21:`);
  expect(out).toMatch(/error: .*"Txt".*\(definition\/unknown-type\)\n +Note: \{ type: Txt \}\n +\^+\n/u);
  expect(code).toBe(1);
});

test("an error in an expression points into the file", async () => {
  const text = definitionOf().replace("[Price] * 2", "[Prise] * 2");
  const file = join(folderOf({ "app.yaml": text }), "app.yaml");
  const { out } = await capture("check", file);
  const caret = " ".repeat(text.split("\n")[16]?.indexOf("[Prise]") ?? 0);
  expect(out).toContain(`${file}:17:${caret.length + 1}: error: `);
  expect(out).toContain(`${text.split("\n")[16]}\n  ${caret}^^^^^^^\n`);
  expect(out).toContain('Did you mean "Price"?');
});

test("as JSON", async () => {
  const folder = folderOf({ "good.yaml": definitionOf(), "bad.yaml": "tablewright: 1\n" });
  const { code, out } = await capture("check", "--json", join(folder, "good.yaml"), join(folder, "bad.yaml"));
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject([
    { file: join(folder, "good.yaml"), ok: true },
    {
      file: join(folder, "bad.yaml"),
      ok: false,
      diagnostics: [
        { code: "definition/missing-member", member: "app", line: 1 },
        { code: "definition/missing-member", member: "tables", line: 1 },
      ],
    },
  ]);
});

test.each([
  ["a file that is not there", "nowhere.yaml", "there is no such file"],
  ["a folder", ".", "it is a folder"],
])("%s", async (_, file, reason) => {
  const { code, out } = await capture("check", file);
  expect(out).toContain(`${file}: error: The definition cannot be read: ${reason}. (definition/unreadable)`);
  expect(code).toBe(1);
});

test("rules over plain objects are checked as well", async () => {
  const rules = (cell: string) =>
    `tablewright: 1\nrules: { id: r }\nfacts: { n: Number }\ndecisions:\n  D: { type: Number, inputs: ["[n]"], rows: [[${cell}, 1]], otherwise: 0 }\n`;
  const folder = folderOf({ "good.yaml": rules("5"), "bad.yaml": rules('"> many"') });
  const good = await capture("check", join(folder, "good.yaml"));
  expect([good.code, good.out]).toEqual([0, `${join(folder, "good.yaml")}: no errors; 1 fact, 1 decision\n`]);
  const bad = await capture("check", join(folder, "bad.yaml"));
  expect(bad.code).toBe(1);
  expect(bad.out).toMatch(/bad\.yaml:5:48: error: .*\(type\/compare\)/);
});
