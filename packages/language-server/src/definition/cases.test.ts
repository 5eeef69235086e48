import { expect, test } from "vitest";
import {
  answersOf,
  editorCases,
  editorDefinition,
  START_OF_SOURCE,
  withoutMark,
} from "../../../core/conformance/editor/editor-cases.ts";
import { openDefinition } from "./open-definition.ts";

test.each(editorCases)("in a definition: $source", ({ source: marked, ...answers }) => {
  const { source, offset } = withoutMark(marked);
  const definition = openDefinition(editorDefinition(source));
  const at = START_OF_SOURCE + offset;
  const fixes = definition.quickFixes().map(({ edits }) => ({
    edits: edits.map((edit) => ({
      ...edit,
      start: edit.start - START_OF_SOURCE,
      end: edit.end - START_OF_SOURCE,
    })),
  }));
  expect(answersOf(source, definition.complete(at), definition.hover(at), fixes)).toEqual(answers);
});
