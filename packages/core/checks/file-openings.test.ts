import { posix } from "node:path";
import { expect, test } from "vitest";
import { type SourceFile, sourceFiles } from "./source-files.ts";

test("file names are kebab-case", () => {
  const wrong = sourceFiles.filter(
    (file) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.d)?\.[cm]?tsx?$/.test(posix.basename(file.path)),
  );
  expect(
    wrong.map((file) => file.path),
    "Name each file in kebab-case after its export: splitFilter lives in split-filter.ts.",
  ).toEqual([]);
});

test("every file opens with a doc comment, or with a declaration that carries its own summary", () => {
  const wrong = sourceFiles.filter((file) => !declaresOneThing(file) && !opensWithDocComment(file));
  expect(
    wrong.map((file) => file.path),
    "Begin each file, or the first declaration after its imports, with a /** sentence */: its contract or its reason.",
  ).toEqual([]);
});

test("a file with one exported function is named after it", () => {
  const wrong = sourceFiles
    .filter((file) => !namesMayDiffer(file.path))
    .flatMap((file) => misnamedFunction(file) ?? []);
  expect(wrong, "Rename the file or the function, so that one tells the other.").toEqual([]);
});

/** A doc comment right at the top of the file, or right before the first thing that is not an import. */
function opensWithDocComment({ parsed, text }: SourceFile): boolean {
  const docs = parsed.comments.filter((comment) => comment.type === "Block" && comment.value.startsWith("*"));
  const first = startOfFirst({ parsed, text });
  return docs.some((comment) => {
    const isTop = text.slice(0, comment.start).replace(/^#!.*/, "").trim() === "";
    return isTop || text.slice(comment.end, first).trim() === "";
  });
}

/** Where imports, comments and blanks end. The tree of statements would tell, too, but to make it takes long. */
function startOfFirst({ parsed, text }: Pick<SourceFile, "parsed" | "text">): number {
  const before = [...parsed.module.staticImports, ...parsed.comments].sort((a, b) => a.start - b.start);
  let at = /^#!.*/.exec(text)?.[0].length ?? 0;
  for (const { start, end } of before) {
    if (text.slice(at, start).trim() !== "") break;
    at = Math.max(at, end);
  }
  return at + text.slice(at).search(/\S|$/);
}

/** `export const left = defineFunction({ … summary … })`: the summary is its documentation. */
function declaresOneThing({ text, imports }: SourceFile): boolean {
  return (
    imports.some((name) => /\/define-[a-z-]+\.ts$/.test(name)) &&
    /^export const \w+ = define\w+\(/m.test(text)
  );
}

function namesMayDiffer(path: string): boolean {
  return /\/index\.ts$|\/(functions|extract|column-types)\//.test(path);
}

/** Complains when a file exports nothing but one function, whose name does not have the file's name in it. */
function misnamedFunction({ parsed, path }: SourceFile): string | undefined {
  const entries = parsed.module.staticExports.flatMap((found) => found.entries);
  const [only, another] = entries;
  const name = only?.exportName.name;
  if (!name || another) return undefined;
  const expected = posix.basename(path).replace(/\..*$/, "").replaceAll("-", "").toLowerCase();
  if (name.toLowerCase().includes(expected)) return undefined;
  return functionNames(parsed.program.body).includes(name) ? `${path} exports ${name}` : undefined;
}

function functionNames(statements: SourceFile["parsed"]["program"]["body"]): string[] {
  return statements.flatMap((statement) => {
    if (statement.type !== "ExportNamedDeclaration") return [];
    return statement.declaration?.type === "FunctionDeclaration"
      ? (statement.declaration.id?.name ?? [])
      : [];
  });
}
