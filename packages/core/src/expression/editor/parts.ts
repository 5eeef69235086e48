/** What editors of whole definitions use of those of expressions. Public nowhere. */
export { format, formatOnLine } from "../syntax/print.ts";
export { analyseSource } from "./analyse-source.ts";
export { completeArgumentIn } from "./complete-argument-in.ts";
export type { Completion } from "./complete-in.ts";
export { fixesOf, type QuickFix } from "./fixes-of.ts";
export { hoverIn } from "./hover-in.ts";
export { type NameUse, namesIn } from "./names-in.ts";
export { type SignatureHelp, signatureHelpIn } from "./signature-help-in.ts";
