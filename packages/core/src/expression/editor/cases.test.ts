import { expect, test } from "vitest";
import {
  answersOf,
  editorCases,
  editorScope,
  withoutMark,
} from "../../../conformance/editor/editor-cases.ts";
import { complete, hover, quickFixes } from "../entrances/editor.ts";

test.each(editorCases)("$source", ({ source: marked, ...answers }) => {
  const { source, offset } = withoutMark(marked);
  const completions = complete(source, offset, editorScope);
  const fixes = quickFixes(source, editorScope);
  expect(answersOf(source, completions, hover(source, offset, editorScope), fixes)).toEqual(answers);
});
