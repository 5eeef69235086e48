import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

/** A fenced block of a page. */
export interface Block {
  /** From the root, such as `docs/events.md`. */
  readonly page: string;
  /** Where its text begins, from 1. */
  readonly line: number;
  /** What follows the fence, such as `sh` or `json facts`; empty for output and drawings. */
  readonly language: string;
  readonly text: string;
  /** The block before it in the same section. */
  readonly before: Block | undefined;
}

export const root = resolve(import.meta.dirname, "../../../..");

/** All blocks of all pages that people read, in order. */
export const blocks: readonly Block[] = globSync(
  ["README.md", "docs/**/*.md", "packages/*/README.md", "packages/core/*/README.md"],
  { cwd: root, exclude: (path) => /(^|\/)(node_modules|dist)$/u.test(path) },
)
  .sort()
  .flatMap((page) => blocksOf(page.replaceAll("\\", "/"), readFileSync(resolve(root, page), "utf8")));

function blocksOf(page: string, text: string): Block[] {
  const found: Block[] = [];
  let before: Block | undefined;
  let open: { fence: string; language: string; line: number; lines: string[] } | undefined;
  for (const [at, line] of text.split("\n").entries()) {
    const [, fence, language = ""] = /^( *```)(.*)$/u.exec(line) ?? [];
    if (open !== undefined && fence === open.fence && language === "") {
      before = { page, line: open.line, language: open.language, text: `${open.lines.join("\n")}\n`, before };
      found.push(before);
      open = undefined;
    } else if (open !== undefined) open.lines.push(line);
    else if (fence !== undefined) open = { fence, language, line: at + 2, lines: [] };
    else if (/^#+ /u.test(line)) before = undefined;
  }
  return found;
}
