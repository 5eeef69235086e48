import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { diagrams } from "@tablewright/tooling/diagrams";
import { drawDiagram } from "@tablewright/tooling/draw-diagram";
import { withDependencies } from "@tablewright/tooling/list-dependencies";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { schemaErrors } from "../conformance/schema-errors.ts";
import { catalogue } from "../src/diagnostics/index.ts";
import { requestProperties } from "../src/engine/index.ts";
import { templateVariables } from "../src/schema/compile/compile-template.ts";
import { loadDefinition } from "../src/schema/index.ts";
import { columnMembers } from "../src/schema/text/column-members.ts";
import { columnTypesPage } from "./column-types-page.ts";
import { definitionSchemaPage } from "./definition-schema-page.ts";
import { errorsPages } from "./errors-page.ts";
import { functionsPages } from "./functions-page.ts";

const root = resolve(import.meta.dirname, "../../..");

const SCHEMA_WORDS = new Set([
  "field",
  "cell",
  "parameter",
  "items",
  "properties",
  "propertyNames",
  "additionalProperties",
]);

function textOf(path: string): string {
  return readFileSync(resolve(root, path), "utf8");
}

/** Generated pages are committed. After a change of what they are made of: `npm test -- docs-fresh -u`. */
test.each<readonly [name: string, page: string]>([
  ...Object.entries(functionsPages()),
  ["column-types.md", columnTypesPage()],
  ...Object.entries(errorsPages()),
  ["definition.schema.json", definitionSchemaPage()],
  ...Object.entries(diagrams).map(
    ([name, diagram]) => [`pictures/${name}.svg`, drawDiagram(diagram)] as const,
  ),
])("docs/%s is what it is made of", async (name, page) => {
  await expect(page).toMatchFileSnapshot(resolve(root, "docs", name));
});

const definitionErrors = schemaErrors(JSON.parse(definitionSchemaPage()));

describe("the pages of the definition", () => {
  const parts = ["", "-access", "-columns", "-functions", "-references", "-rules", "-templates"];
  const page = parts.map((part) => textOf(`docs/definition${part}.md`)).join("\n");
  const [smallest = "", ...others] = yamlBlocks(page);

  test.each([smallest, ...others])("an example that loads: %s", (block) => {
    const whole = { ...parse(smallest), ...parse(block) }; // what it leaves out is as in the first one
    const { output, diagnostics } = loadDefinition(JSON.stringify(whole));
    const isOfParts = /^definition\/(?:plain-key|unused-function)$/;
    expect(diagnostics.filter(({ code }) => !isOfParts.test(code))).toEqual([]);
    expect(output).toBeDefined();
    expect(loadDefinition(block).diagnostics.filter(({ code }) => code === "definition/unreadable")).toEqual(
      [],
    );
    expect(definitionErrors(whole)).toEqual([]);
  });

  test("tells every member of a definition", () => {
    const members = [...definitionSchemaPage().matchAll(/^ *"(\w+)": \{$/gm)].map(([, name = ""]) => name);
    const missing = members.filter(
      (name) => !SCHEMA_WORDS.has(name) && !new RegExp(`\\b${name}(: |:$|\`)`, "m").test(page),
    );
    expect(missing, "Give each an example or a row in the pages of the definition.").toEqual([]);
  });

  test("tells of every member of a column what its declaration says", () => {
    const rows = [...page.matchAll(/^\| `(\w+)` +\| (.*?) +\|$/gm)].map(
      ([, name, says]) => `${name}: ${says}`,
    );
    const declared = Object.entries(columnMembers).map(([name, { says }]) => `${name}: ${says}`);
    const missing = declared.filter((line) => !rows.includes(line));
    expect(missing, "Correct the table of a column's members in docs/definition-columns.md.").toEqual([]);
  });

  test("tells every variable of templates", () => {
    const told = [...page.matchAll(/^\| `(_[A-Z]+)` /gm)].map(([, name]) => name);
    expect(told, "Correct the table of variables in docs/definition-templates.md.").toEqual(
      templateVariables,
    );
  });
});

describe("docs/definition.schema.json", () => {
  test.each(["people", "sales", "northwind"])("takes the example %s", (name) => {
    expect(definitionErrors(parse(textOf(`packages/examples/${name}/app.yaml`)))).toEqual([]);
  });

  test("refuses what is not in the form", () => {
    const app = { id: "", nam: "A" };
    const tables = { T: { key: [], columns: { A: { type: "Txt", step: 0, min: true } } } };
    expect(definitionErrors({ tablewright: 2, app, tables })).toEqual([
      "#/tablewright const",
      "#/app required name",
      "#/app additionalProperties nam",
      "#/app/id minLength",
      "#/tables/T/key minItems",
      "#/tables/T/columns/A/type enum",
      "#/tables/T/columns/A/min type",
      "#/tables/T/columns/A/step exclusiveMinimum",
    ]);
  });
});

test("docs/security.md lists the packages of others that come with ours", () => {
  const page = textOf("docs/security.md");
  expect(page, "Run: node packages/tooling/list-dependencies.ts").toBe(withDependencies(page));
});

describe("docs/limits.md", () => {
  const page = textOf("docs/limits.md");
  /** `- [what](file#name): value, code`, where the link names the number in its file. */
  const rows = [...page.matchAll(/^- \[.+?\]\(\.\.\/([^)#]+)#(\w+)\): ([\d,]+) .*$/gm)].map(
    ([, path = "", name = "", value = ""]) => ({ value, name, path }),
  );

  test.each(rows)("$name of $path is $value", ({ value, name, path }) => {
    expect(value, `Correct docs/limits.md, or ${name} in ${path}.`).toBe(numberNamed(name, textOf(path)));
  });

  test.each(["packages/core/src/expression/runtime/meter.ts", "packages/http/src/limits.ts"])(
    "tells every limit of %s",
    (path) => {
      const names = [...textOf(path).matchAll(/^ {2}(\w+): [\d_* ]+,$/gm)].map(([, name]) => name);
      const told = rows.filter((row) => row.path === path).map(({ name }) => name);
      expect(told.sort(), "Add a line to docs/limits.md.").toEqual(names.sort());
    },
  );

  test("tells every code of the group limit", () => {
    const codes = Object.keys(catalogue).filter((code) => code.startsWith("limit/"));
    const missing = codes.filter((code) => !page.includes(`\`${code}\``));
    expect(missing, "Add a line to docs/limits.md.").toEqual([]);
  });
});

describe("the record API", () => {
  test("docs/http-api.md describes every property of a call as its declaration does", () => {
    const page = textOf("docs/http-api.md");
    const [, table = ""] = /^### Properties\n([^#]*)/m.exec(page) ?? [];
    const rows = [...table.matchAll(/^\| `(\w+)` +\| (.*?) +\| (.*?) +\|$/gm)].map((row) => row.slice(1));
    const declared = requestProperties.map(({ name, summary, leftOut }) => [name, summary, leftOut]);
    expect(rows, "Correct the table of properties in docs/http-api.md.").toEqual(declared);
  });

  test("docs/http-errors.md tells the status of every code as packages/http/src/answers/problem.ts has it", () => {
    const page = textOf("docs/http-errors.md");
    const source = textOf("packages/http/src/answers/problem.ts").replaceAll("UNAVAILABLE,", "503,");
    const inCode = [...source.matchAll(/^ {2}"?([a-z-]+(?:\/[a-z-]+)?)"?: (\d{3}),/gm)];
    const onPage = [...page.matchAll(/^\| *(\d{3}) *\|([^|]*)\|/gm)].flatMap(([, status = "", codes = ""]) =>
      [...codes.matchAll(/`([a-z-]+)\/(\*|[a-z-]+)`/g)].map(([, group, code]) => [
        code === "*" ? group : `${group}/${code}`,
        status,
      ]),
    );
    expect(onPage.length).toBeGreaterThan(0);
    expect(Object.fromEntries(onPage), "Correct the table of statuses in docs/http-errors.md.").toEqual(
      Object.fromEntries(inCode.map(([, code, status]) => [code, status])),
    );
  });
});

function yamlBlocks(page: string): readonly string[] {
  return [...page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, text = ""]) => text);
}

/** The number that a name has in a source, as people write it; "" when there is none. */
function numberNamed(name: string, source: string): string {
  const [, product] = new RegExp(`\\b${name}(?:: | = )([\\d_* ]+)[,;]`).exec(source) ?? [];
  if (product === undefined) return "";
  const factors = product.split("*").map((factor) => Number(factor.replaceAll("_", "")));
  return factors.reduce((result, factor) => result * factor, 1).toLocaleString("en-US");
}
