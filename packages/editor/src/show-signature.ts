import { type EditorState, StateEffect, StateField, type Transaction } from "@codemirror/state";
import { EditorView, keymap, showTooltip, type Tooltip } from "@codemirror/view";
import { type SignatureHelp, signatureHelp } from "@tablewright/core/expression/editor";
import { settingsOf } from "./editor-settings.ts";

const hide = StateEffect.define();

/** The call that the cursor is in, above it while it is written; Escape hides it until the next change. */
const signatureField = StateField.define<Tooltip | null>({
  create: () => null,
  update: (tooltip, transaction) => {
    if (transaction.effects.some((effect) => effect.is(hide))) return null;
    if (transaction.docChanged) return tooltipOf(transaction.state);
    return tooltip !== null && hasMoved(transaction) ? tooltipOf(transaction.state) : tooltip;
  },
  provide: (field) => showTooltip.from(field),
});

function hasMoved({ startState, newSelection }: Transaction): boolean {
  return !startState.selection.eq(newSelection);
}

function tooltipOf(state: EditorState): Tooltip | null {
  const { head, empty } = state.selection.main;
  const help = empty ? signatureHelp(state.doc.toString(), head, settingsOf(state).scope) : undefined;
  return help === undefined ? null : { pos: head, above: true, create: () => ({ dom: domOf(help) }) };
}

function domOf({ syntax, parameters, active }: SignatureHelp): HTMLElement {
  const box = document.createElement("div");
  box.className = "cm-tw-signature";
  const { start = 0, end = 0 } = parameters[active ?? -1] ?? {};
  const due = document.createElement("b");
  due.textContent = syntax.slice(start, end);
  box.append(syntax.slice(0, start), due, syntax.slice(end));
  return box;
}

/** Shows the parameters of a call while it is written. */
export const showSignature = [
  signatureField,
  EditorView.domEventHandlers({ blur: (_, view) => hideIn(view) && false }),
  keymap.of([{ key: "Escape", run: hideIn }]),
];

function hideIn(view: EditorView): boolean {
  if (view.state.field(signatureField, false) == null) return false;
  view.dispatch({ effects: hide.of(null) });
  return true;
}
