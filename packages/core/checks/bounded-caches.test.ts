import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";
import { type SourceFile, sourceFiles } from "./source-files.ts";

const shipped = sourceFiles.filter(({ package: name }) => !["store-contract", "bench"].includes(name));

/** What operators and authors decide, never callers. */
const NO_CACHES = [
  "packages/core/src/schema/compile/compile-tables.ts: READ_ONLY", // stays empty
  "packages/core/src/yaml/read-yaml.ts: NO_MEMBERS", // stays empty
  "packages/console/src/page/form/use-present-row.ts: NONE", // stays empty
  "packages/http/src/body/parse-json.ts: NO_NAMES", // stays empty: a list has no names
  "packages/cli/src/stores/open-store.ts: held", // the files of the stores that are open
  "packages/cli/src/stores/open-store.ts: unsaved",
  "packages/store-sqlite/src/sqlite-store.ts: held",
];

test("no module keeps a Map or Set that grows by what callers send", () => {
  expect(
    shipped.flatMap(growing).filter((one) => !NO_CACHES.includes(one)),
    "Keep it in a BoundedCache (core/src/values), or by an object that goes with a WeakMap.",
  ).toEqual([]);
});

test("collections that begin empty are distinguished from those that are written down", () => {
  const text = `
    export const kept = new Map<string, number>();
    const seen = new Set();
    const fixed = new Set([1]);
    const late = () => new Map();
  `;
  expect(growing({ path: "a.ts", text, parsed: parseSync("a.ts", text) })).toEqual([
    "a.ts: kept",
    "a.ts: seen",
  ]);
});

/** Collections of a module that begin empty, and so are filled while the program runs. */
function growing({ path, text, parsed }: Pick<SourceFile, "path" | "text" | "parsed">): string[] {
  const found: string[] = [];
  if (!/\bnew\s+(?:Map|Set)\b/.test(text)) return found; // to make a tree of each file takes long
  for (const statement of parsed.program.body) {
    const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declared?.type !== "VariableDeclaration") continue;
    for (const { id, init } of declared.declarations) {
      if (init?.type !== "NewExpression" || init.callee.type !== "Identifier") continue;
      const isCollection = init.callee.name === "Map" || init.callee.name === "Set";
      if (isCollection && init.arguments.length === 0 && id.type === "Identifier")
        found.push(`${path}: ${id.name}`);
    }
  }
  return found;
}
