import type { Action, Diagnostic } from "@codemirror/lint";
import type { EditorState } from "@codemirror/state";
import { diagnostics, type QuickFix, quickFixes } from "@tablewright/core/expression/editor";
import { settingsOf } from "./editor-settings.ts";

/** What is wrong with the expression, with its quick fixes. An empty one is not wrong yet. */
export function lintExpression({ state }: { readonly state: EditorState }): readonly Diagnostic[] {
  const source = state.doc.toString();
  if (source.trim() === "") return [];
  const { scope } = settingsOf(state);
  const fixes = quickFixes(source, scope);
  return diagnostics(source, scope).map(
    ({ code, severity, message, hint, start = 0, end = source.length }) => ({
      from: start,
      to: end,
      severity,
      source: code,
      message: hint === undefined ? message : `${message} ${hint}`,
      actions: fixes
        .filter((fix) => fix.code === code && fix.start === start && fix.end === end)
        .map(actionOf),
    }),
  );
}

function actionOf({ title, edits }: QuickFix): Action {
  return {
    name: title,
    apply: (view) => {
      const changes = edits.map(({ start, end, text }) => ({ from: start, to: end, insert: text }));
      view.dispatch({ changes, userEvent: "input.fix" });
    },
  };
}
