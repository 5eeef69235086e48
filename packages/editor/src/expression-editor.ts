import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { linter, lintKeymap } from "@codemirror/lint";
import { EditorState, type Extension, RangeSetBuilder, StateField } from "@codemirror/state";
import {
  type Command,
  Decoration,
  type DecorationSet,
  EditorView,
  hoverTooltip,
  keymap,
} from "@codemirror/view";
import { format, highlight } from "@tablewright/core/expression/editor";
import { changesSettings, type EditorSettings, settingsField, settingsOf } from "./editor-settings.ts";
import { editorTheme, schemeTheme } from "./editor-theme.ts";
import { completeExpression, lintExpression } from "./suggestions.ts";
import { hoverExpression, showSignature } from "./tooltips.ts";

export interface ExpressionEditorOptions extends EditorSettings {
  /** What screen readers call it. */
  readonly label?: string;
  /** Default: that of the page. */
  readonly scheme?: "light" | "dark";
}

/** Everything that makes an editor of CodeMirror one of expressions; add extensions of your own after it. */
export function expressionEditor(options: ExpressionEditorOptions): Extension {
  const { label = "Expression", scheme, ...settings } = options;
  return [
    settingsField.init(() => settings),
    highlightExpression,
    history(),
    bracketMatching(),
    closeBrackets(),
    EditorState.languageData.of(() => [{ closeBrackets: { brackets: ["(", "[", "{", '"', "'"] } }]),
    autocompletion({ override: [completeExpression], icons: true, maxRenderedOptions: MOST_SHOWN }),
    linter(lintExpression, {
      delay: 150,
      needsRefresh: ({ transactions }) => transactions.some(changesSettings),
    }),
    hoverTooltip(hoverExpression, { hoverTime: 250 }),
    showSignature,
    typeOverSelection,
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ "aria-label": label }),
    editorTheme,
    ...(scheme === undefined ? [] : [schemeTheme(scheme)]),
    keymap.of([
      { key: "Alt-Shift-f", run: formatExpression },
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...lintKeymap,
      ...historyKeymap,
      ...defaultKeymap,
    ]),
  ];
}

/** Of the completions so many are on the page at a time, around the chosen one: to lay out a hundred takes longer than a frame. */
const MOST_SHOWN = 24;

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

/** Lays the expression out; one that does not read stays as it is. */
export const formatExpression: Command = ({ state, dispatch }) => {
  if (state.readOnly) return false;
  const source = state.doc.toString();
  const insert = format(source, settingsOf(state).scope);
  if (insert === source) return false;
  const anchor = Math.min(state.selection.main.head, insert.length);
  dispatch(
    state.update({
      changes: { from: 0, to: source.length, insert },
      selection: { anchor },
      userEvent: "input.format",
    }),
  );
  return true;
};

/**
 * Replaces a selection by what is typed before the browser does: Chromium keeps the look of the text it takes out in a `style`
 * attribute, which a strict content security policy refuses and reports.
 */
export const typeOverSelection = EditorView.domEventHandlers({
  beforeinput: ({ inputType, data, isComposing }, view) => {
    const { from, to, empty } = view.state.selection.main;
    if (inputType !== "insertText" || isComposing || data === null || empty || view.state.readOnly)
      return false;
    const insert = () =>
      view.state.update(view.state.replaceSelection(data), { userEvent: "input.type", scrollIntoView: true });
    const isHandled = view.state
      .facet(EditorView.inputHandler)
      .some((handle) => handle(view, from, to, data, insert));
    if (!isHandled) view.dispatch(insert());
    return true;
  },
});
