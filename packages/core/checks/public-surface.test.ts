import { expect, test } from "vitest";
import { allFiles, fileAt, importedPath, readJson, type SourceFile } from "./source-files.ts";

test("the entry points export what was agreed", async () => {
  const doors = Object.entries(readJson("packages/core/package.json").exports as Doors);
  const surface = Object.fromEntries(
    doors.map(([door, { source }]) => [door, namesOf(`packages/core/${source}`)]),
  );
  await expect(
    `${JSON.stringify(surface, null, 2)}\n`,
    "What @tablewright/core exports has changed. If that is meant, run `npm test -- public-surface -u`, " +
      "and tell users in docs/changelog.md.",
  ).toMatchFileSnapshot("public-surface.snapshot.json");
});

test.each(["compiler", "definition", "storage"])("packages use every value of ./%s", (door) => {
  const entrance = `@tablewright/core/${door}`;
  const { source } = (readJson("packages/core/package.json").exports as Doors)[`./${door}`] ?? {};
  const users = allFiles.filter((file) => file.package !== "core" && file.imports.includes(entrance));
  const words = new Set(users.flatMap(({ text }) => text.match(/\w+/g) ?? []));
  // Callers name the types of a port, whether or not a package of ours does.
  const isType = (name: string) => name.startsWith("type ");
  const unused = namesOf(`packages/core/${source}`).filter((name) =>
    isType(name) ? door !== "storage" && !words.has(name.slice(5)) : !words.has(name),
  );
  expect(unused, `Take what no package uses out of ${entrance}.`).toEqual([]);
});

type Doors = Record<string, { source: string }>;

/** Every name a module exports, types included and marked, in alphabetical order. */
function namesOf(path: string): string[] {
  const file = fileAt(path.replace("/./", "/"));
  if (!file) return [];
  return [
    ...new Set(
      file.parsed.module.staticExports
        .flatMap((found) => found.entries)
        .flatMap((entry) => namesIn(entry, file)),
    ),
  ].sort();
}

type Entry = SourceFile["parsed"]["module"]["staticExports"][number]["entries"][number];

function namesIn(entry: Entry, file: SourceFile): string[] {
  if (entry.exportName.name) return [entry.isType ? `type ${entry.exportName.name}` : entry.exportName.name];
  return entry.moduleRequest ? namesOf(importedPath(file, entry.moduleRequest.value)) : [];
}
