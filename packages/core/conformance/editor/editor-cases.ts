import { readFileSync } from "node:fs";
import type { EditorCase } from "./answers-of.ts";

/** What editors must answer, in core, over the protocol and in CodeMirror alike. */
export const editorCases: readonly EditorCase[] = readFileSync(
  new URL("./cases.jsonl", import.meta.url),
  "utf8",
)
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line));
