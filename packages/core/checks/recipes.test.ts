import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { blocksOf, follow, insert, recipeOf, withCopy } from "./recipe.ts";

test("a function of the language is one file and one line in a list", () =>
  withCopy("core", async (folder) => {
    const recipe = recipeOf("A function of the language");
    const [, family = ""] = /defineFunction\("([^"]+)"/.exec(recipe.source) ?? [];
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
  withCopy("core", async (folder) => {
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
  withCopy("core", async (folder) => {
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

test("a property of a call is one file and its line in a list", () =>
  withCopy("core", async (folder) => {
    const recipe = recipeOf("A property of a call");
    const { exported } = recipe;
    const touched = follow(folder, recipe, "", (list, name) =>
      `import { ${exported} } from "./${name}.ts";\n${list}`.replace(
        "\n] as const;",
        `\n  ${exported},\n] as const;`,
      ),
    );
    expect(touched).toEqual({
      "src/engine/properties/quiet.ts": "new",
      "src/engine/properties/index.ts": 2,
    });
    const program = `
      import { requestProperties } from "./src/index.ts";
      const { read, schema } = requestProperties.find(({ name }) => name === "Quiet");
      const codesOf = (value) => read(value, {}).diagnostics.map(({ code }) => code);
      console.log(JSON.stringify([read(true, {}).output, read("", {}).output, codesOf("perhaps"), schema.type[0]]));`;
    expect(await run(folder, program)).toEqual([true, false, ["request/property"], "boolean"]);
  }));

test("a wire is one file and its line in a list", () =>
  withCopy("core", async (folder) => {
    const recipe = recipeOf("A wire");
    const { exported } = recipe;
    const touched = follow(folder, recipe, "", (list, name) =>
      `import { ${exported} } from "./${name}.ts";\n${list}`.replace(
        "] as const;",
        `, ${exported}] as const;`,
      ),
    );
    expect(touched).toEqual({
      "src/engine/wires/exact.ts": "new",
      "src/engine/wires/index.ts": 1,
    });
    const program = `
      import { loadDefinition, requestProperties, wireNamed, wires } from "./src/index.ts";
      const { output } = loadDefinition(${JSON.stringify(SLICED)});
      const { columns } = output.tables.get("Ships");
      const { name, writerOf, schemas } = wireNamed("exact");
      console.log(JSON.stringify({
        name,
        count: wires.length,
        cells: [writerOf(columns[0], "en-US")("GBTT"), writerOf(columns[1], "en-US")(1.25), writerOf(columns[1], "en-US")(null)],
        schema: schemas.cellOf({ json: "number", type: "Number" }),
      }));`;
    expect(await run(folder, program)).toEqual({
      name: "exact",
      count: 4,
      cells: ["GBTT", "1.25", null],
      schema: { type: ["string", "null"] },
    });
  }));

test("a step of a rule that is a webhook in other words is a file and a line in two lists", () =>
  withCopy("core", async (folder) => {
    const [file = "", member = "", line = ""] = blocksOf("A step of a workflow rule");
    const compile = "src/schema/compile";
    const added = insert(folder, [
      ["src/schema/text/definition-shape.ts", "  call: textForm.optional(),\n", member],
      [`${compile}/compile-rules.ts`, "compileCallStep(report, path, name) },\n", line],
      [`${compile}/compile-rules.ts`, 'from "../text/definition-shape.ts";\n', PING],
    ]);
    writeFileSync(join(folder, compile, "compile-ping.ts"), file);
    expect(added).toEqual({
      "src/schema/compile/compile-rules.ts": 2,
      "src/schema/text/definition-shape.ts": 1,
    });
    const program = `
      import { loadDefinition } from "./src/index.ts";
      const load = (url) => loadDefinition(${JSON.stringify(PINGING)}.replace("URL", url));
      const [step] = load("https://watch.example/<<[Sign]>>").output.rules.get("Sailing").steps;
      const [mistake] = load("watch.example").diagnostics.filter(({ severity }) => severity === "error");
      console.log(JSON.stringify([step.kind, step.effect.method, step.effect.url.length, mistake.code]));`;
    expect(await run(folder, program)).toEqual(["webhook", "GET", 2, "definition/wrong-value"]);
  }));

const PING = 'import { compilePing } from "./compile-ping.ts";\n';

test("a route is one file and its line in a list", () =>
  withCopy("http", async (folder) => {
    const recipe = recipeOf("An HTTP route");
    const { exported } = recipe;
    const touched = follow(folder, recipe, "", (list, name) =>
      `import { ${exported} } from "./${name}.ts";\n${list}`.replace("\n];", `\n  ${exported},\n];`),
    );
    expect(touched).toEqual({
      "src/routes/list-slices.ts": "new",
      "src/routes/index.ts": 2,
    });
    const program = `
      import { createEngine, loadDefinition } from "@tablewright/core";
      import { memoryStore } from "@tablewright/store-memory";
      import { createRecordApi } from "./src/index.ts";
      const { output: definition } = loadDefinition(${JSON.stringify(SLICED)});
      const services = { now: () => 0, random: () => 0.5, newId: () => "id" };
      const api = createRecordApi({ engines: [await createEngine({ definition, store: memoryStore(), services })] });
      const ask = async (name, applicationaccesskey) => {
        const path = "/api/v2/apps/ships/" + name;
        const request = { method: "GET", path, url: path, headers: { applicationaccesskey }, body: undefined, id: "1" };
        const { status, body } = await api.handle(request);
        return [status, JSON.parse(body)];
      };
      const [, { paths, components }] = await ask("openapi.json", "V2-all");
      const described = paths["/api/v2/apps/ships/slices"].get.responses[200].content["application/json"].schema.$ref;
      console.log(JSON.stringify([
        await ask("slices", "V2-all"),
        (await ask("slices", "V2-some"))[1].code,
        described,
        Object.keys(components.schemas).includes("SliceList"),
        Object.keys((await ask("openapi.json", "V2-some"))[1].paths).includes("/api/v2/apps/ships/slices"),
      ]));`;
    expect(await run(folder, program)).toEqual([
      [200, { slices: [{ name: "Large", table: "Ships" }] }],
      "access/not-allowed",
      "#/components/schemas/SliceList",
      true,
      false,
    ]);
  }));

const SLICED = `
tablewright: 1
app:
  id: ships
  name: Ships
  api: { enabled: true, accessKeys: [{ name: all, key: V2-all }, { name: some, key: V2-some, tables: [Ships] }] }
tables: { Ships: { key: [Sign], columns: { Sign: { type: Text }, Length: { type: Number } } } }
slices: { Large: { table: Ships, filter: "[Length] > 100" } }
`;

const PINGING = `${SLICED}
rules: { Sailing: { table: Ships, on: [add], steps: [{ ping: { url: "URL" } }] } }
`;

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
