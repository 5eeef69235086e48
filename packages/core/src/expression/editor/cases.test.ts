import { expect, test } from "vitest";
import { answersOf, withoutMark } from "../../../conformance/editor/answers-of.ts";
import { editorCases } from "../../../conformance/editor/editor-cases.ts";
import { editorScope } from "../../../conformance/editor/editor-scope.ts";
import { complete, hover, quickFixes } from "../entrances/editor.ts";

test.each(editorCases)("$source", ({ source: marked, ...answers }) => {
  const { source, offset } = withoutMark(marked);
  const completions = complete(source, offset, editorScope);
  const fixes = quickFixes(source, editorScope);
  expect(answersOf(source, completions, hover(source, offset, editorScope), fixes)).toEqual(answers);
});
