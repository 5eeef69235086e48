import { expect, test } from "vitest";
import { fileAt, importedPath, readJson, type SourceFile } from "./source-files.ts";

test("the entry points export what was agreed", async () => {
  const doors = Object.entries(
    readJson("packages/core/package.json").exports as Record<string, { source: string }>,
  );
  const surface = Object.fromEntries(
    doors.map(([door, { source }]) => [door, namesOf(`packages/core/${source}`)]),
  );
  await expect(
    `${JSON.stringify(surface, null, 2)}\n`,
    "What @tablewright/core exports has changed. If that is meant, run `npm test -- public-surface -u`, " +
      "and tell users in docs/changelog.md.",
  ).toMatchFileSnapshot("public-surface.snapshot.json");
});

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
