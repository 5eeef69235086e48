/** What the language suggests for a source: completions, and what is wrong with its fixes. */
import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import type { Action, Diagnostic } from "@codemirror/lint";
import type { EditorState } from "@codemirror/state";
import { complete, diagnostics, type QuickFix, quickFixes } from "@tablewright/core/expression/editor";
import { settingsOf } from "./editor-settings.ts";

/** What may be written at the cursor, in the order in which it fits; while typing, only where something is begun. */
export function completeExpression({ state, pos, explicit }: CompletionContext): CompletionResult | null {
  const { start, end, completions } = complete(state.doc.toString(), pos, settingsOf(state).scope);
  const isName = start < pos && !/^\d/.test(state.sliceDoc(start, pos));
  const isBegun = isName || /["'[(,]\s?$/.test(state.sliceDoc(Math.max(0, pos - 2), pos));
  if (completions.length === 0 || (!explicit && !isBegun)) return null;
  return {
    from: start,
    to: end,
    filter: false,
    // At once, so that what is clicked is always of the text as it is.
    update: (_result, _from, _to, context) => completeExpression(context),
    options: completions.map(({ label, kind, detail, insert }): Completion => {
      const [first = "", summary] = detail.split(" · ");
      return {
        label,
        detail: first,
        type: TYPES[kind],
        apply: insert,
        ...(summary === undefined ? {} : { info: summary }),
      };
    }),
  };
}

/** CodeMirror's own icons. */
const TYPES = {
  column: "property",
  table: "class",
  slice: "interface",
  function: "function",
  constant: "constant",
  operator: "keyword",
} as const;

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
