/** Pages and texts for users are short and in plain English: no word of the list below, no sentence of more than 30 words. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { pathsAt, rootPath, sourceFiles } from "./source-files.ts";

/** What to say instead of words that are vague, old or a riddle. */
const REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  [/\balone\b/i, "only"],
  [/\blikewise\b/i, "too"],
  [/\bbut for\b/i, "except"],
  [/\bfor want of\b/i, "without"],
  [/\bwhoever\b|\bwhosoever\b/i, "the caller, a user"],
  [/\bin vain\b|\bthe vain\b/i, "rejected, failed"],
  [/\bbefalls?\b/i, "happens to"],
  [/\bat its word\b/i, "as declared"],
  [/\banew\b/i, "again"],
  [/\bstands? (in|at|by|where|on)\b/i, "is"],
  [/\bpass(es|ed)? over\b/i, "skip"],
  [/\btells (of|that|which|whether)\b/i, "says, returns"],
];

const LONGEST_SENTENCE = 30;

const pages = pathsAt("{README.md,docs/**/*.md,packages/*/README.md,packages/core/src/*/README.md}")
  // The style guide quotes what not to write.
  .filter((path) => path !== "docs/style.md")
  .map((path) => ({ path, sentences: sentencesOf(proseOf(readFileSync(resolve(rootPath, path), "utf8"))) }));

/** Texts of the sources that a user may read: those of several words that are no SQL. */
const texts = sourceFiles
  .filter((file) => !["store-contract", "engine-tests", "bench"].includes(file.package))
  .map(({ path, parsed }) => ({
    path,
    sentences: textsIn(parsed.program)
      .filter(
        (text) =>
          !/\b(select|insert|update|delete|create|alter|case|with|returning|on)\b.*\b(from|into|set|table|index|when|as)\b/s.test(
            text,
          ),
      )
      .flatMap(sentencesOf),
  }));

test("pages and texts are found", () => {
  expect(pages.length).toBeGreaterThan(50);
  expect(texts.flatMap(({ sentences }) => sentences).length).toBeGreaterThan(1_000);
});

test("no word that has a plainer one", () => {
  const found = [...pages, ...texts].flatMap(({ path, sentences }) =>
    sentences.flatMap((sentence) =>
      REPLACEMENTS.filter(([word]) => word.test(sentence)).map(
        ([word, replacement]) =>
          `${path}: "${word.exec(sentence)?.[0]}" (say ${replacement}) in: ${sentence}`,
      ),
    ),
  );
  expect(found).toEqual([]);
});

test("no sentence of more than 30 words", () => {
  const found = [...pages, ...texts].flatMap(({ path, sentences }) =>
    sentences
      .map((sentence) => [wordsIn(sentence), sentence] as const)
      .filter(([words]) => words > LONGEST_SENTENCE)
      .map(([words, sentence]) => `${path}: ${words} words: ${sentence}`),
  );
  expect(found, "Make two sentences, or a list.").toEqual([]);
});

describe("pages are short", () => {
  const texts = pathsAt("{README.md,docs/**/*.md,packages/*/README.md,packages/core/*/README.md}").map(
    (path) => ({ path, text: readFileSync(resolve(rootPath, path), "utf8") }),
  );

  test.each([
    ["in all", "", 75_000],
    ["of the decisions", "docs/decisions/", 20_000],
  ])("the words %s", (_, folder, most) => {
    const words = texts
      .filter(({ path }) => path.startsWith(folder))
      .map(({ text }) => wordsOfPage(text.replaceAll(/^ *```[\s\S]*?^ *```/gm, "")));
    expect(
      words.reduce((sum, one) => sum + one, 0),
      "Say it in fewer words, or cut what a page says twice.",
    ).toBeLessThanOrEqual(most);
  });

  test("no page of more than 2,000 words, its programs included", () => {
    const long = texts.filter(({ text }) => wordsOfPage(text) > 2_000).map(({ path }) => path);
    expect(long, "Make two pages.").toEqual([]);
  });
});

/** Words of a page; marks of lists, tables and figures are none. */
function wordsOfPage(text: string): number {
  const marks = /^(?:\|+|[-*]|#+|\|?[-:|]+\|?|\d+\.)$/;
  return text
    .replaceAll(/<!--[\s\S]*?-->/g, "")
    .split(/\s+/)
    .filter((word) => word !== "" && !marks.test(word)).length;
}

/** A page without its code, and each cell of its tables and item of its lists as a paragraph. */
function proseOf(page: string): string {
  return page
    .replaceAll(/^ *```[\s\S]*?^ *```/gm, "")
    .replaceAll(/`[^`]*`/g, "CODE")
    .replaceAll(/\]\([^)]*\)/g, "]")
    .replaceAll(/^\s*\|.*$/gm, (row) => row.split("|").join("\n\n"))
    .replaceAll(/^\s*([-*]|\d+\.|#+) /gm, "\n\n");
}

function sentencesOf(prose: string): string[] {
  return prose
    .split(/\n\s*\n/)
    .flatMap((paragraph) => paragraph.replaceAll(/\s+/g, " ").split(/(?<=[.!?:;])\s+/))
    .filter((sentence) => wordsIn(sentence) > 3);
}

function wordsIn(sentence: string): number {
  return sentence.split(/\s+/).filter((word) => /[\p{Ll}\p{N}]/u.test(word)).length;
}

/** The string and template literals in a syntax tree. */
function textsIn(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  if (Array.isArray(node)) return node.flatMap(textsIn);
  const { type, value, quasis } = node as {
    type?: string;
    value?: unknown;
    quasis?: { value: { cooked: string } }[];
  };
  if (type === "Literal" && typeof value === "string") return [value];
  const own = type === "TemplateLiteral" ? [(quasis ?? []).map((part) => part.value.cooked).join("X")] : [];
  return [...own, ...Object.values(node).flatMap(textsIn)];
}
