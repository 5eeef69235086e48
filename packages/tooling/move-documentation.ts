import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Plugin } from "esbuild";
import { parseSync, Visitor } from "oxc-parser";

/**
 * What is read about functions is declared with them and published in a module of its own, so that evaluating loads none
 * of it: the declarations lose their details, their examples and what describes a parameter, and the module of texts holds
 * them as data.
 */
export const moveDocumentation: Plugin = {
  name: "move-documentation",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/]expression[\\/]functions[\\/].*\.ts$/ }, ({ path }) => ({
      contents: withoutTexts(path, readFileSync(path, "utf8")),
      loader: "ts",
    }));
    onLoad({ filter: /[\\/]src[\\/]expression[\\/]editor[\\/]function-texts\.ts$/ }, async ({ path }) => {
      const { functionTexts } = await import(pathToFileURL(path).href);
      return { contents: `export const functionTexts = ${JSON.stringify(functionTexts)};`, loader: "js" };
    });
  },
};

/** A source without the texts of what declares a function, known by its written summary, and of its parameters. */
function withoutTexts(path: string, source: string): string {
  const cuts: { readonly start: number; readonly end: number }[] = [];
  const visitor = new Visitor({
    ObjectExpression({ properties }) {
      const named = properties.flatMap((one) =>
        one.type === "Property" && one.key.type === "Identifier" ? [{ ...one, name: one.key.name }] : [],
      );
      const has = (...names: string[]) => names.every((name) => named.some((one) => one.name === name));
      const isFunction = named.some(({ name, value }) => name === "summary" && value.type === "Literal");
      const moved = isFunction ? ["details", "examples"] : has("name", "type") ? ["description"] : [];
      cuts.push(...named.filter(({ name }) => moved.includes(name)));
    },
  });
  visitor.visit(parseSync(path, source).program);
  let rest = source;
  for (const { start, end } of cuts.sort((a, b) => b.start - a.start)) {
    rest = rest.slice(0, start) + rest.slice(end).replace(/^\s*,/, "");
  }
  return rest;
}
