import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { blocksOf, follow, insert, recipeOf, withCopy } from "./recipe.ts";

test("a function of the language is one file and one line in a list", () =>
  withCopy(async (folder) => {
    const recipe = recipeOf("A function of the language");
    const [, family = ""] = /category: "([^"]+)"/.exec(recipe.source) ?? [];
    const line = (name: string) => `export { ${recipe.exported} } from "./${name}.ts";\n`;
    const touched = follow(folder, recipe, family, (list, name) => `${list}${line(name)}`);
    expect(touched).toEqual({
      "src/expression/functions/text/reverse.ts": "new",
      "src/expression/functions/text/index.ts": 1,
    });
    const program = `
      import { compile, describe } from "./src/expression/index.ts";
      const [[source, expected]] = describe("REVERSE").examples;
      const answers = [source, 'REVERSE("🚢 x")', "REVERSE(1, 2)"].map((text) => {
        const { ok, type, diagnostics } = compile(text);
        return ok ? [type, compile(text).evaluate()] : diagnostics.map(({ code }) => code);
      });
      console.log(JSON.stringify({ expected, answers }));`;
    expect(await run(folder, program)).toEqual({
      expected: "ruobrah",
      answers: [["Text", "ruobrah"], ["Text", "x 🚢"], ["call/too-many-arguments"]],
    });
  }));

test("an operator is a line in a table and its rules", () =>
  withCopy(async (folder) => {
    const [line = "", whole = "", decimal = ""] = blocksOf("An operator");
    const touched = insert(folder, [
      ["src/expression/syntax/ast.ts", '  "%": 4,\n', line],
      ["src/expression/operators/arithmetic.ts", "wholeArithmetic: readonly OperatorRule[] = [\n", whole],
      ["src/expression/operators/arithmetic.ts", "decimalArithmetic: readonly OperatorRule[] = [\n", decimal],
    ]);
    expect(touched).toEqual({
      "src/expression/operators/arithmetic.ts": 2,
      "src/expression/syntax/ast.ts": 1,
    });
    const program = `
      import { compile, complete, format } from "./src/expression/index.ts";
      const sources = ["7 \\\\ 2", "-7.5 \\\\ 2 + 1", "2 * 7 \\\\ 4", "1 \\\\ 0", '"a" \\\\ "b"', "1 \\\\"];
      console.log(JSON.stringify([
        ...sources.map((text) => {
          const { ok, diagnostics } = compile(text);
          return ok ? compile(text).evaluate() : diagnostics.map(({ code }) => code);
        }),
        format("7\\\\2"),
      ]));`;
    expect(await run(folder, program)).toEqual([
      ...[3, -2, 3, null, ["type/operator"], ["syntax/cut-off"]],
      "7 \\ 2",
    ]);
  }));

test("a column type is one file and its line in a list", () =>
  withCopy(async (folder) => {
    const recipe = recipeOf("A column type");
    const { exported } = recipe;
    const touched = follow(folder, recipe, "", (list, name) =>
      `import { ${exported} } from "./${name}.ts";\n${list}`.replace("\n];", `\n  ${exported},\n];`),
    );
    expect(touched).toEqual({
      "src/schema/column-types/call-sign.ts": "new",
      "src/schema/column-types/index.ts": 2,
    });
    const program = `
      import { loadDefinition } from "./src/index.ts";
      const { output } = loadDefinition(${JSON.stringify(SHIPS)});
      const [{ columnType, options }] = output.tables.get("Ships").columns;
      const reading = { locale: "en-US", timeZone: "UTC", options };
      const codesOf = (text) => columnType.check(text, reading).map(({ code }) => code);
      console.log(JSON.stringify({
        storage: columnType.storage,
        read: columnType.read("GBTT", reading),
        written: columnType.write("GBTT", reading),
        errors: ["GBTT", "gbtt", "AB"].map(codesOf),
      }));`;
    expect(await run(folder, program)).toEqual({
      storage: "text",
      read: { value: "GBTT" },
      written: "GBTT",
      errors: [[], ["cell/unreadable"], ["cell/unreadable"]],
    });
  }));

const SHIPS = `
tablewright: 1
app: { id: ships, name: Ships }
tables: { Ships: { key: [Sign], columns: { Sign: { type: CallSign } } } }
`;

/** What a program says that is run in the copy, in a process of its own. */
async function run(folder: string, program: string): Promise<unknown> {
  const flags = ["--conditions=source", "--input-type=module", "--eval", program];
  const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: folder });
  return JSON.parse(stdout);
}
