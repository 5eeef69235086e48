import { posix } from "node:path";
import { expect, test } from "vitest";
import { fileAt, importedPath, pathsAt, readJson, type SourceFile, sourceFiles } from "./source-files.ts";

test.each([
  ["function", "packages/core/src/expression/functions"],
  ["function that extracts", "packages/core/src/expression/extract"],
  ["function with patterns", "packages/core/src/expression/regex"],
  ["column type", "packages/core/src/schema/column-types"],
  ["property of a call", "packages/core/src/engine/properties"],
  ["HTTP route", "packages/http/src/routes"],
  ["command", "packages/cli/src/commands"],
  ["tool of assistants", "packages/mcp/src/tools"],
])("every %s is in its list", (variety, folder) => {
  const forgotten = varietiesIn(folder).filter((file) => !isListed(file, folder));
  expect(
    forgotten.map((file) => file.path),
    `Import each ${variety} in ${folder}/index.ts, or in the index.ts of its own folder, and add it to the list there.`,
  ).toEqual([]);
});

test("every package is in one type check, core's own files in one without the types of Node, and the console's page in one with a browser's", () => {
  const projects = pathsAt("packages/**/tsconfig*.json");
  expect(
    projects.filter((path) => !path.endsWith("tsconfig.build.json")),
    "packages/tsconfig.packages.json checks every package; a project of its own checks what it imports once more.",
  ).toEqual([
    "packages/console/tsconfig.json",
    "packages/core/tsconfig.json",
    "packages/editor/tsconfig.json",
    "packages/tsconfig.json",
    "packages/tsconfig.packages.json",
  ]);
  const { references } = readJson("packages/tsconfig.json");
  expect(references).toEqual([
    { path: "./core" },
    { path: "./console" },
    { path: "./editor" },
    { path: "./tsconfig.packages.json" },
  ]);
});

/** The files of a list's folder that are a variety each: not the list, not what declares or serves the varieties. */
function varietiesIn(folder: string): SourceFile[] {
  const files = sourceFiles.filter((file) => file.path.startsWith(`${folder}/`));
  const others = sourceFiles.filter((file) => posix.basename(file.path) !== "index.ts");
  const served = new Set(others.flatMap((file) => file.imports.map((name) => importedPath(file, name))));
  const declares = (file: SourceFile) => file.imports.some((name) => /\/define-[a-z-]+\.ts$/.test(name));
  const isPart = (file: SourceFile) => served.has(file.path) && !declares(file);
  return files.filter((file) => file.path !== `${folder}/index.ts` && !isDefiner(file) && !isPart(file));
}

function isDefiner(file: SourceFile): boolean {
  return /^define-/.test(posix.basename(file.path));
}

/** Imported by the index of its own folder or of the whole list. */
function isListed(file: SourceFile, folder: string): boolean {
  const indexes = [`${folder}/index.ts`, `${posix.dirname(file.path)}/index.ts`].filter(
    (path) => path !== file.path,
  );
  return indexes.some((path) => {
    const index = fileAt(path);
    return index?.imports.some((name) => importedPath(index, name) === file.path);
  });
}
