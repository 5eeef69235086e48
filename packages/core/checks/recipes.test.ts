/** Each recipe of docs/recipes.md is carried out, all in one copy of the sources, and what came of it is run. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { blocksOf, copyOf, follow, insert, recipeOf, type Touched } from "./recipe.ts";

interface Trial {
  readonly name: string;
  /** Carries out the recipe in the copy. */
  readonly change: (folder: string) => Touched;
  readonly touched: Touched;
  /** A module next to `src`, whose default export is compared. */
  readonly program: string;
  readonly answers: unknown;
}

const core: readonly Trial[] = [
  {
    name: "a function of the language is one file and one line in a list",
    change: (folder) => {
      const recipe = recipeOf("A function of the language");
      const [, family = ""] = /defineFunction\("([^"]+)"/.exec(recipe.source) ?? [];
      const line = (name: string) => `export { ${recipe.exported} } from "./${name}.ts";\n`;
      return follow(folder, recipe, family, (list, name) => `${list}${line(name)}`);
    },
    touched: {
      "src/expression/functions/text/reverse.ts": "new",
      "src/expression/functions/text/index.ts": 1,
    },
    program: `
      import { compile, describe } from "./src/expression/index.ts";
      const [[source, expected]] = describe("REVERSE").examples;
      const answers = [source, 'REVERSE("🚢 x")', "REVERSE(1, 2)"].map((text) => {
        const { ok, type, diagnostics } = compile(text);
        return ok ? [type, compile(text).evaluate()] : diagnostics.map(({ code }) => code);
      });
      export default { expected, answers };`,
    answers: {
      expected: "ruobrah",
      answers: [["Text", "ruobrah"], ["Text", "x 🚢"], ["call/too-many-arguments"]],
    },
  },
  {
    name: "an operator is a line in a table and its rules",
    change: (folder) => {
      const [line = "", whole = "", decimal = ""] = blocksOf("An operator");
      return insert(folder, [
        ["src/expression/syntax/ast.ts", '  "%": 4,\n', line],
        ["src/expression/operators/arithmetic.ts", "wholeArithmetic: readonly OperatorRule[] = [\n", whole],
        [
          "src/expression/operators/arithmetic.ts",
          "decimalArithmetic: readonly OperatorRule[] = [\n",
          decimal,
        ],
      ]);
    },
    touched: {
      "src/expression/operators/arithmetic.ts": 2,
      "src/expression/syntax/ast.ts": 1,
    },
    program: `
      import { compile, format } from "./src/expression/index.ts";
      const sources = ["7 \\\\ 2", "-7.5 \\\\ 2 + 1", "2 * 7 \\\\ 4", "1 \\\\ 0", '"a" \\\\ "b"', "1 \\\\"];
      export default [
        ...sources.map((text) => {
          const { ok, diagnostics } = compile(text);
          return ok ? compile(text).evaluate() : diagnostics.map(({ code }) => code);
        }),
        format("7\\\\2"),
      ];`,
    answers: [...[3, -2, 3, null, ["type/operator"], ["syntax/cut-off"]], "7 \\ 2"],
  },
  {
    name: "a column type is one file and its line in a list",
    change: (folder) => followInto(folder, "A column type", "\n];"),
    touched: {
      "src/schema/column-types/call-sign.ts": "new",
      "src/schema/column-types/index.ts": 2,
    },
    program: `
      import { loadDefinition } from "./src/index.ts";
      const { output } = loadDefinition(\`
        { tablewright: 1, app: { id: ships, name: Ships }, tables: { Ships: { key: [Sign], columns: { Sign: { type: CallSign } } } } }\`);
      const [{ columnType, options }] = output.tables.get("Ships").columns;
      const reading = { locale: "en-US", timeZone: "UTC", options };
      const codesOf = (text) => columnType.check(text, reading).map(({ code }) => code);
      export default {
        storage: columnType.storage,
        read: columnType.read("GBTT", reading),
        written: columnType.write("GBTT", reading),
        errors: ["GBTT", "gbtt", "AB"].map(codesOf),
      };`,
    answers: {
      storage: "text",
      read: { value: "GBTT" },
      written: "GBTT",
      errors: [[], ["cell/unreadable"], ["cell/unreadable"]],
    },
  },
  {
    name: "a property of a call is one file and its line in a list",
    change: (folder) => followInto(folder, "A property of a call", "\n] as const;"),
    touched: {
      "src/engine/properties/quiet.ts": "new",
      "src/engine/properties/index.ts": 2,
    },
    program: `
      import { requestProperties } from "./src/index.ts";
      const { read, schema } = requestProperties.find(({ name }) => name === "Quiet");
      const codesOf = (value) => read(value, {}).diagnostics.map(({ code }) => code);
      export default [read(true, {}).output, read("", {}).output, codesOf("perhaps"), schema.type[0]];`,
    answers: [true, false, ["request/property"], "boolean"],
  },
  {
    name: "a wire is one file and its line in a list",
    change: (folder) => followInto(folder, "A wire", "] as const;"),
    touched: {
      "src/engine/wires/exact.ts": "new",
      "src/engine/wires/index.ts": 1,
    },
    program: `
      import { loadDefinition, wireNamed, wires } from "./src/index.ts";
      const { output } = loadDefinition(SLICED);
      const { columns } = output.tables.get("Ships");
      const { name, writerOf, schemas } = wireNamed("exact");
      export default {
        name,
        count: wires.length,
        cells: [writerOf(columns[0], "en-US")("GBTT"), writerOf(columns[1], "en-US")(1.25), writerOf(columns[1], "en-US")(null)],
        schema: schemas.cellOf({ json: "number", type: "Number" }),
      };`,
    answers: {
      name: "exact",
      count: 4,
      cells: ["GBTT", "1.25", null],
      schema: { type: ["string", "null"] },
    },
  },
  {
    name: "a step of a rule that is a webhook in other words is a file and a line in two lists",
    change: (folder) => {
      const [file = "", member = "", line = ""] = blocksOf("A step of a workflow rule");
      const compile = "src/schema/compile";
      const touched = insert(folder, [
        ["src/schema/text/definition-shape.ts", "  call: textForm.optional(),\n", member],
        [`${compile}/compile-rules.ts`, "compileCallStep(report, path, name) },\n", line],
        [`${compile}/compile-rules.ts`, 'from "../text/definition-shape.ts";\n', PING],
      ]);
      writeFileSync(join(folder, compile, "compile-ping.ts"), file);
      return touched;
    },
    touched: {
      "src/schema/compile/compile-rules.ts": 2,
      "src/schema/text/definition-shape.ts": 1,
    },
    program: `
      import { loadDefinition } from "./src/index.ts";
      const rules = 'rules: { Sailing: { table: Ships, on: [add], steps: [{ ping: { url: "URL" } }] } }';
      const load = (url) => loadDefinition(SLICED + rules.replace("URL", url));
      const [step] = load("https://watch.example/<<[Sign]>>").output.rules.get("Sailing").steps;
      const [mistake] = load("watch.example").diagnostics.filter(({ severity }) => severity === "error");
      export default [step.kind, step.effect.method, step.effect.url.length, mistake.code];`,
    answers: ["webhook", "GET", 2, "definition/wrong-value"],
  },
];

const http: readonly Trial[] = [
  {
    name: "a route is one file and its line in a list",
    change: (folder) => followInto(folder, "An HTTP route", "\n];"),
    touched: {
      "src/routes/list-slices.ts": "new",
      "src/routes/index.ts": 2,
    },
    program: `
      import { createEngine, loadDefinition } from "@tablewright/core";
      import { memoryStore } from "@tablewright/store-memory";
      import { createRecordApi } from "./src/index.ts";
      const { output: definition } = loadDefinition(SLICED);
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
      export default [
        await ask("slices", "V2-all"),
        (await ask("slices", "V2-some"))[1].code,
        described,
        Object.keys(components.schemas).includes("SliceList"),
        Object.keys((await ask("openapi.json", "V2-some"))[1].paths).includes("/api/v2/apps/ships/slices"),
      ];`,
    answers: [
      [200, { slices: [{ name: "Large", table: "Ships" }] }],
      "access/not-allowed",
      "#/components/schemas/SliceList",
      true,
      false,
    ],
  },
];

/** Before each program. */
const SLICED = `
tablewright: 1
app:
  id: ships
  name: Ships
  api: { enabled: true, accessKeys: [{ name: all, key: V2-all }, { name: some, key: V2-some, tables: [Ships] }] }
tables: { Ships: { key: [Sign], columns: { Sign: { type: Text }, Length: { type: Number } } } }
slices: { Large: { table: Ships, filter: "[Length] > 100" } }
`;

const PING = 'import { compilePing } from "./compile-ping.ts";\n';

describe.each([
  ["core", core],
  ["http", http],
] as const)("in packages/%s", (name, trials) => {
  const copy = copyOf(name);
  const touched = new Map<Trial, Touched>();
  beforeAll(() => {
    for (const trial of trials) touched.set(trial, trial.change(copy.folder));
  });
  afterAll(copy.remove);

  test.each(trials)("$name", async (trial) => {
    expect(touched.get(trial)).toEqual(trial.touched);
    const file = join(copy.folder, `${trials.indexOf(trial)}.mjs`);
    writeFileSync(file, `const SLICED = ${JSON.stringify(SLICED)};\n${trial.program}`);
    const { default: answers } = await import(pathToFileURL(file).href);
    expect(answers).toEqual(trial.answers);
  });
});

/** Writes the file of a recipe, and its import and its line before the `end` of the list. */
function followInto(folder: string, heading: string, end: string): Touched {
  const recipe = recipeOf(heading);
  const line = end.startsWith("\n") ? `\n  ${recipe.exported},${end}` : `, ${recipe.exported}${end}`;
  return follow(folder, recipe, "", (list, name) =>
    `import { ${recipe.exported} } from "./${name}.ts";\n${list}`.replace(end, line),
  );
}
