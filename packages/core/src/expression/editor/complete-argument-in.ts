import { type ExpressionScope, tableNamesOf } from "../check/check-state.ts";
import * as token from "../syntax/tokens.ts";
import { tokenise } from "../syntax/tokens.ts";
import type { TableScope } from "../tree/scope.ts";
import { everyTable, typeName } from "../tree/type.ts";
import { analyseSource } from "./analyse-source.ts";
import { type Completions, completeIn } from "./complete-in.ts";
import { namesIn } from "./names-in.ts";
import { type OpenCall, openCallOf } from "./open-brackets.ts";
import { activeParameter } from "./signature-help-in.ts";

/** As `completeIn`; in a text or a name argument only what can be meant there. */
export function completeArgumentIn(scope: ExpressionScope, source: string, offset: number): Completions {
  const before = source.slice(0, Math.max(0, offset));
  const tokens = tokenise(before, tableNamesOf(scope));
  const last = tokens.at(-1);
  const call = openCallOf(tokens);
  const parameters = scope.functions.get(call?.name.toUpperCase() ?? "")?.parameters ?? [];
  const parameter = parameters[activeParameter(parameters, call?.commas ?? 0) ?? -1];
  const isName = parameter?.type === "Name" && last?.tokenType !== token.UnclosedColumn;
  const isText = last?.tokenType === token.UnclosedText;
  if ((!isText && !isName) || (isName && parameter.names === "table"))
    return completeIn(scope, source, offset);
  const isWords = last?.tokenType === token.RawTextToken || last?.tokenType === token.TableName;
  const start = isText ? last.startOffset + 1 : isWords ? last.startOffset : before.length;
  const tail = isText ? source.slice(before.length).split(/["',)\n]/, 1)[0] : "";
  const table =
    isName && parameter.names === "column" && call ? tableNamedIn(scope, source, call) : undefined;
  const typed = before.slice(start).toLowerCase();
  const columns = (table?.columns ?? []).filter(({ name }) => name.toLowerCase().includes(typed));
  return {
    start,
    end: before.length + (tail ?? "").length,
    completions: columns.map(({ name, type }) => ({
      label: name,
      kind: "column",
      detail: typeName(type, everyTable),
      insert: isText ? name : `"${name}"`,
    })),
  };
}

/** The table that the arguments of a call name before the cursor. */
function tableNamedIn(scope: ExpressionScope, source: string, { start }: OpenCall): TableScope | undefined {
  const names = namesIn(analyseSource(source, scope));
  const named = names.find(
    (name) => name.start > start && name.kind !== "column" && name.form !== "brackets",
  );
  return scope.tables.get(named?.table ?? "");
}
