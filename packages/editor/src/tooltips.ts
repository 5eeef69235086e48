/** Tooltips: what is under the pointer, and the call that is being written. */
import { type EditorState, StateEffect, StateField, type Transaction } from "@codemirror/state";
import { EditorView, keymap, showTooltip, type Tooltip } from "@codemirror/view";
import { type Hover, hover, type SignatureHelp, signatureHelp } from "@tablewright/core/expression/editor";
import { settingsOf } from "./editor-settings.ts";

/** A tooltip with what is at a place: its type, its value in the row, what there is to read about it. */
export function hoverExpression({ state }: Pick<EditorView, "state">, pos: number): Tooltip | null {
  const { scope, context } = settingsOf(state);
  const help = hover(state.doc.toString(), pos, scope, context);
  if (help === undefined) return null;
  return { pos: help.start, end: help.end, above: true, create: () => ({ dom: hoverDom(help) }) };
}

function hoverDom({ title, type, text, value, error }: Hover): HTMLElement {
  const box = element("div", "cm-tw-hover");
  const head = element("div", "cm-tw-title", title);
  if (type !== undefined) head.append(element("span", "cm-tw-type", type));
  box.append(head);
  if (value !== undefined) box.append(element("div", "cm-tw-value", shown(value)));
  if (error !== undefined) box.append(element("div", "cm-tw-error", error));
  for (const paragraph of text.split("\n\n")) {
    if (paragraph !== "") box.append(paragraphOf(paragraph));
  }
  return box;
}

/** A value as it is in JSON, cut to what a tooltip holds; a blank is said in words. */
function shown(value: unknown): string {
  if (value === null) return "blank";
  const json = JSON.stringify(value);
  return json.length > LONGEST_VALUE ? `${json.slice(0, LONGEST_VALUE - 1)}…` : json;
}

const LONGEST_VALUE = 200;

/** Words, with what is between backquotes as code. */
function paragraphOf(markdown: string): HTMLElement {
  const paragraph = element("p", "cm-tw-text");
  for (const [position, part] of markdown.split("`").entries()) {
    paragraph.append(position % 2 === 1 ? element("code", "cm-tw-code", part) : part);
  }
  return paragraph;
}

/** Text is set as text, so that nothing of a definition becomes markup. */
function element(name: string, className: string, text = ""): HTMLElement {
  const node = document.createElement(name);
  node.className = className;
  node.textContent = text;
  return node;
}

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
  return help === undefined ? null : { pos: head, above: true, create: () => ({ dom: signatureDom(help) }) };
}

function signatureDom({ syntax, parameters, active }: SignatureHelp): HTMLElement {
  const box = element("div", "cm-tw-signature");
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
