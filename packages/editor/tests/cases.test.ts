import { CompletionContext } from "@codemirror/autocomplete";
import { EditorState, type TransactionSpec } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { hover } from "@tablewright/core/expression/editor";
import { expect, test } from "vitest";
import {
  answersOf,
  editorCases,
  editorScope,
  withoutMark,
} from "../../core/conformance/editor/editor-cases.ts";
import { completeExpression, expressionEditor, hoverExpression, lintExpression } from "../src/index.ts";

test.each(editorCases)("in CodeMirror: $source", ({ source: marked, ...answers }) => {
  const { source, offset } = withoutMark(marked);
  const state = EditorState.create({ doc: source, extensions: expressionEditor({ scope: editorScope }) });
  const completions = completeExpression(new CompletionContext(state, offset, true))?.options ?? [];
  const { fixes, ...rest } = answersOf(source, { completions }, hover(source, offset, editorScope), []);
  expect({ ...rest, fixes: fixedSources(state) }).toEqual(answers);
  const tooltip = hoverExpression({ state }, offset);
  expect(tooltip === null).toBe(answers.hover === null);
});

/** The documents that the actions of the diagnostics make. */
function fixedSources(state: EditorState): readonly string[] {
  return lintExpression({ state }).flatMap(({ actions = [], from, to }) =>
    actions.map((action) => {
      let fixed = "";
      const dispatch = (spec: TransactionSpec) => {
        fixed = state.update(spec).state.doc.toString();
      };
      action.apply({ state, dispatch } as unknown as EditorView, from, to);
      return fixed;
    }),
  );
}
