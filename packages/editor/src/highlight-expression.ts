import { type EditorState, RangeSetBuilder, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import { highlight } from "@tablewright/core/expression/editor";
import { changesSettings, settingsOf } from "./editor-settings.ts";

/** Colours the tokens of the language; classes are `cm-tw-` and the kind of the token. */
export const highlightExpression = StateField.define<DecorationSet>({
  create: decorate,
  update: (decorations, transaction) =>
    transaction.docChanged || changesSettings(transaction) ? decorate(transaction.state) : decorations,
  provide: (field) => EditorView.decorations.from(field),
});

function decorate(state: EditorState): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { kind, start, end } of highlight(state.doc.toString(), settingsOf(state).scope)) {
    builder.add(start, end, Decoration.mark({ class: `cm-tw-${kind}` }));
  }
  return builder.finish();
}
