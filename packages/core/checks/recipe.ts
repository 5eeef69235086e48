import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { expect } from "vitest";

const packages = resolve(import.meta.dirname, "../..");

/** What a recipe of `docs/recipes.md` says to write, and where: taken from the page, so that the page stays true. */
export interface Recipe {
  /** The whole file. */
  readonly source: string;
  /** What the file exports. */
  readonly exported: string;
  /** From the folder of the package; `<family>` and `<name>` are what varies. */
  readonly path: string;
}

/** Files that are other than before, by their path from the folder, each with the lines it has more. */
export type Touched = Readonly<Record<string, number | "new">>;

export function recipeOf(heading: string): Recipe {
  const recipe = sectionOf(heading);
  const source = found(recipe, /```ts\n(.*?)```/s).replaceAll(/^ {3}/gm, "");
  return {
    source,
    exported: found(source, /export const (\w+)/),
    path: found(recipe, /Write `packages\/\w+\/([^`]+)`/),
  };
}

/** The blocks of code of a recipe, in their order. */
export function blocksOf(heading: string): readonly string[] {
  return [...sectionOf(heading).matchAll(/```ts\n(.*?) {3}```/gs)].map(([, block = ""]) =>
    block.replaceAll(/^ {3}/gm, ""),
  );
}

function sectionOf(heading: string): string {
  const page = readFileSync(resolve(packages, "../docs/recipes.md"), "utf8");
  const [, section = ""] = page.split(`\n## ${heading}\n`);
  return section.split("\n## ", 1)[0] ?? "";
}

/** Puts text into files of the copy, after each place where another text is. Returns what it touched. */
export function insert(
  folder: string,
  insertions: readonly (readonly [path: string, after: string, text: string])[],
): Touched {
  const before = filesIn(folder);
  for (const [path, after, text] of insertions) {
    const file = join(folder, path);
    writeFileSync(file, readFileSync(file, "utf8").replaceAll(after, `${after}${text}`));
  }
  return changedSince(before, folder);
}

function changedSince(before: ReadonlyMap<string, string>, folder: string): Touched {
  const touched = [...filesIn(folder)].filter(([one, text]) => text !== before.get(one));
  return Object.fromEntries(touched.map(([one, text]) => [one, moreLines(text, before.get(one))]));
}

function found(text: string, pattern: RegExp): string {
  return pattern.exec(text)?.[1] ?? expect.fail(`docs/recipes.md has nothing like ${pattern}.`);
}

/** A copy of the sources of a package, until it is removed. */
export function copyOf(name: "core" | "http"): { readonly folder: string; remove(): void } {
  const original = join(packages, name);
  const folder = mkdtempSync(join(tmpdir(), "tablewright-recipe-"));
  cpSync(join(original, "src"), join(folder, "src"), { recursive: true });
  cpSync(join(original, "package.json"), join(folder, "package.json"));
  symlinkSync(join(original, "node_modules"), join(folder, "node_modules"), "junction");
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * Writes the file of the recipe, and its line in the list next to it, which `enlist` adds. Returns what it touched.
 */
export function follow(
  folder: string,
  { source, exported, path }: Recipe,
  family: string,
  enlist: (list: string, name: string) => string,
): Touched {
  const before = filesIn(folder);
  const name = exported.replace(/Type$/, "").replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const file = join(folder, path.replace("<family>", family).replace("<name>", name));
  const list = join(dirname(file), "index.ts");
  writeFileSync(file, source);
  writeFileSync(list, enlist(readFileSync(list, "utf8"), name));
  return changedSince(before, folder);
}

/** The texts of all sources by their path from the folder, with forward slashes. */
function filesIn(folder: string): ReadonlyMap<string, string> {
  const entries = readdirSync(join(folder, "src"), { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    paths.map((path) => [path.slice(folder.length + 1).replaceAll("\\", "/"), readFileSync(path, "utf8")]),
  );
}

function moreLines(text: string, before: string | undefined): number | "new" {
  return before === undefined ? "new" : text.split("\n").length - before.split("\n").length;
}
