import { expect, test } from "vitest";
import { importedPath, type SourceFile, sourceFiles } from "./source-files.ts";

const LONGEST_CIRCLE = 6;

test("files import one another in a circle only where they say why", () => {
  const imports = new Map(
    sourceFiles.map((file) => [
      file.path,
      file.imports.filter((name) => name.startsWith(".")).map((name) => importedPath(file, name)),
    ]),
  );
  const circles = importCircles(imports);
  const unexplained = circles.filter((circle) => !circle.some((path) => saysWhy(path)));
  expect(
    unexplained,
    "Move what these share (a type, mostly) into a file of its own, or hand it in. Where the circle is a recursion that " +
      'the language itself has, begin the file it turns on with a comment "Mutual recursion: …".',
  ).toEqual([]);
  const inCore = circles.filter(([first = ""]) => first.startsWith("packages/core/"));
  const long = inCore.filter((circle) => circle.length > LONGEST_CIRCLE);
  expect(long, "Even a declared recursion is to be read at one sitting: hand parts of it in.").toEqual([]);
  const declared = sourceFiles.filter(({ path }) => saysWhy(path)).map(({ path }) => path);
  const idle = declared.filter((path) => !circles.some((circle) => circle.includes(path)));
  expect(idle, "These are in no circle: their opening comment says otherwise.").toEqual([]);
});

test.each([
  ["the engine", 20, (path: string) => /^packages\/core\/src\/engine\/(.+)\/[^/]+\.ts$/.exec(path)?.[1]],
  ["packages", 100, folderOf],
])("folders of %s read one another in one direction", (_, least, roomOf) => {
  const rooms = new Map<string, readonly string[]>();
  for (const file of sourceFiles) {
    const room = roomOf(file.path);
    if (room === undefined) continue;
    const read = valueImports(file).flatMap((path) => roomOf(path) ?? []);
    rooms.set(room, [...(rooms.get(room) ?? []), ...read.filter((other) => other !== room)]);
  }
  expect(rooms.size).toBeGreaterThan(least);
  expect(
    importCircles(rooms),
    "Move what these folders share into one of them, or into a folder that both may read.",
  ).toEqual([]);
});

/** The folder of a package, with all folders in it; files beside the folders, which put them together, are in none. */
function folderOf(path: string): string | undefined {
  return /^packages\/(?:console\/src\/page|(?!console\/)[^/]+\/src)\/[^/]+(?=\/)/.exec(path)?.[0];
}

/** Paths of the files that a file reads when it is loaded: of types nothing is left then. */
function valueImports(file: SourceFile): readonly string[] {
  return file.parsed.module.staticImports
    .filter(({ entries }) => entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => moduleRequest.value)
    .filter((name) => name.startsWith("."))
    .map((name) => importedPath(file, name));
}

function saysWhy(path: string): boolean {
  return sourceFiles.find((file) => file.path === path)?.text.startsWith("/** Mutual recursion: ") === true;
}

/** The groups of two or more files in which each reaches every other by imports, types included. */
function importCircles(imports: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: (readonly string[])[] = [];

  function visit(path: string): number {
    const own = order.size;
    order.set(path, own);
    lowest.set(path, own);
    open.push(path);
    for (const next of imports.get(path) ?? []) {
      if (!imports.has(next)) continue;
      if (!order.has(next)) lower(path, visit(next));
      else if (open.includes(next)) lower(path, order.get(next) ?? own);
    }
    if (lowest.get(path) === own) close(path);
    return lowest.get(path) ?? own;
  }

  function lower(path: string, reached: number): void {
    lowest.set(path, Math.min(lowest.get(path) ?? reached, reached));
  }

  function close(first: string): void {
    const circle = open.splice(open.indexOf(first));
    if (circle.length > 1) circles.push(circle.sort());
  }

  for (const path of imports.keys()) if (!order.has(path)) visit(path);
  return circles;
}
