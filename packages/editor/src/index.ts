/** An editor of expressions for web pages: `@tablewright/editor`. */
export { changeSettings, type EditorSettings } from "./editor-settings.ts";
export {
  type ExpressionEditorOptions,
  expressionEditor,
  formatExpression,
  highlightExpression,
  typeOverSelection,
} from "./expression-editor.ts";
export { completeExpression, lintExpression } from "./suggestions.ts";
export { hoverExpression, showSignature } from "./tooltips.ts";
