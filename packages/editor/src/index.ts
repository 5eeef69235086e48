/** An editor of expressions for web pages: `@tablewright/editor`. */
export { completeExpression } from "./complete-expression.ts";
export { changeSettings, type EditorSettings } from "./editor-settings.ts";
export { type ExpressionEditorOptions, expressionEditor } from "./expression-editor.ts";
export { formatExpression } from "./format-expression.ts";
export { highlightExpression } from "./highlight-expression.ts";
export { hoverExpression } from "./hover-expression.ts";
export { lintExpression } from "./lint-expression.ts";
export { showSignature } from "./show-signature.ts";
export { typeOverSelection } from "./type-over-selection.ts";
