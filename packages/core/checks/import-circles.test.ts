import { expect, test } from "vitest";
import { importCircles } from "./import-circles.ts";
import { importedPath, sourceFiles } from "./source-files.ts";

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
  const declared = sourceFiles.filter(({ path }) => saysWhy(path)).map(({ path }) => path);
  const idle = declared.filter((path) => !circles.some((circle) => circle.includes(path)));
  expect(idle, "These are in no circle: their opening comment says otherwise.").toEqual([]);
});

function saysWhy(path: string): boolean {
  return sourceFiles.find((file) => file.path === path)?.text.startsWith("/** Mutual recursion: ") === true;
}
