import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { linter, lintKeymap } from "@codemirror/lint";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, hoverTooltip, keymap } from "@codemirror/view";
import { completeExpression } from "./complete-expression.ts";
import { changesSettings, type EditorSettings, settingsField } from "./editor-settings.ts";
import { editorTheme, schemeTheme } from "./editor-theme.ts";
import { formatExpression } from "./format-expression.ts";
import { highlightExpression } from "./highlight-expression.ts";
import { hoverExpression } from "./hover-expression.ts";
import { lintExpression } from "./lint-expression.ts";
import { showSignature } from "./show-signature.ts";
import { typeOverSelection } from "./type-over-selection.ts";

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
