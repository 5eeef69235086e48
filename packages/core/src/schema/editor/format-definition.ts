import { format, formatOnLine, type TextEdit } from "../../expression/editor/parts.ts";
import { tableNamesOf } from "../../expression/parts.ts";
import { type DefinitionIndex, type PlacedExpression, spanOf } from "./index-definition.ts";

/** The edits that bring each expression into its canonical layout; YAML's own layout and comments stay. */
export function formatDefinition({ expressions, source }: DefinitionIndex): readonly TextEdit[] {
  const edits = expressions.flatMap((expression) => {
    const { text } = expression;
    const isWhole = expression.start === 0 && expression.source === text.value;
    return isWhole && text.isExact ? (editOf(source.text, expression) ?? []) : [];
  });
  return [...new Map(edits.map((edit) => [edit.start, edit])).values()];
}

function editOf(whole: string, { source, scope, text }: PlacedExpression): TextEdit | undefined {
  const names = tableNamesOf(scope);
  const { scalar } = text;
  const span = spanOf(text);
  if (scalar.type === "BLOCK_LITERAL") {
    const formatted = format(source, names);
    const start = text.toText(0);
    const indent = /[^\n]*$/.exec(whole.slice(0, start))?.[0] ?? "";
    const end = text.endToText(source.length);
    const lines = formatted.replaceAll("\n", `\n${indent}`);
    return lines === whole.slice(start, end) ? undefined : { start, end, text: lines };
  }
  const line = formatOnLine(source, names);
  if (source.includes("\n") || line === source) return undefined;
  if (scalar.type === "QUOTE_SINGLE") return { ...span, text: `'${line.replaceAll("'", "''")}'` };
  if (scalar.type === "QUOTE_DOUBLE") return { ...span, text: JSON.stringify(line) };
  return scalar.type === "PLAIN" && !/: | #/.test(line) ? { ...span, text: line } : undefined;
}
