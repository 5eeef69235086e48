/** What is written of the routes elsewhere is made of their declarations. After a change of one: `npm test -- made-of-routes -u`. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { commonSchemas } from "../src/openapi/json-schema.ts";
import { routes } from "../src/routes/index.ts";
import { typesOfSchemas } from "./types-of-schemas.ts";

const root = resolve(import.meta.dirname, "../../..");

test("the types of the client's answers", async () => {
  const { Problem: _, Properties: __, ...common } = commonSchemas;
  const schemas = Object.assign({}, common, ...routes.map((route) => route.schemas));
  const types = `/** Over 400 lines because it is written of the routes by \`npm test -- made-of-routes -u\`: what the record API answers. */
import type { Cells, Json } from "./application.ts";

${typesOfSchemas(schemas)}`;
  await expect(types).toMatchFileSnapshot(resolve(root, "packages/client/src/answers.ts"));
});

test("the table of routes in docs/http-other.md", async () => {
  const page = resolve(root, "docs/http-other.md");
  const rows = routes.map(({ method, path, right, summary }) => {
    const shown = path.replace("/api/v2/apps/:appId/", "…/").replaceAll(/:(\w+)/gu, "{$1}");
    return `- \`${method} ${shown}\`${right === undefined ? "" : ` (\`${right}\`)`}: ${summary}\n`;
  });
  const table = rows.join("");
  const text = readFileSync(page, "utf8");
  const [before = "", rest = ""] = text.split(BEGIN);
  const [, after = ""] = rest.split(END);
  await expect(`${before}${BEGIN}\n${table}\n${END}${after}`).toMatchFileSnapshot(page);
});

const BEGIN = "<!-- routes: written by npm test -- made-of-routes -u -->\n";
const END = "<!-- end of routes -->";
