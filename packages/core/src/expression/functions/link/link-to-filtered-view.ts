import { coerceArgument } from "../../check/arguments.ts";
import { hasRightCount } from "../../check/check-call.ts";
import type { CheckState } from "../../check/check-state.ts";
import { keyField } from "../../check/columns.ts";
import { coerceToArgument } from "../../check/conversions.ts";
import type { CallForm } from "../../check/function-definition.ts";
import { conditionOn } from "../../check/select-from.ts";
import type { RequestContext } from "../../runtime/request-context.ts";
import type { Call, Expression } from "../../syntax/ast.ts";
import { print } from "../../syntax/print.ts";
import type { Node } from "../../tree/node.ts";
import { findName, type TableScope } from "../../tree/scope.ts";
import { scalar } from "../../tree/type.ts";
import { defineForm } from "../define-function.ts";
import { deepLink, type LinkPart } from "./deep-link.ts";

export const linkToFilteredView = defineForm("link", {
  signature: "LINKTOFILTEREDVIEW(view: Text, condition: Yes/No): App",
  summary: "A deep link to a view that shows only the rows for which a condition is TRUE.",
  details:
    "#page=filter&view=…&filter=…&row=…: the condition as written, and the key of the current row, which is its [_THISROW]. Values are encoded as by ENCODEURL. The condition is checked if the view has the name of a table or slice.",
  isPure: false,
  examples: [
    ['LINKTOFILTEREDVIEW("New Orders", TRUE)', "#page=filter&view=New%20Orders&filter=TRUE"],
    ['LINKTOFILTEREDVIEW("Stock", [Left] < 5)', "#page=filter&view=Stock&filter=%5BLeft%5D%20%3C%205"],
  ],
  check: checkLinkedFilter,
});

/** A call of LINKTOFILTEREDVIEW: its condition goes into the link as it is written and is never evaluated here. */
function checkLinkedFilter(form: CallForm): Node | undefined {
  const { state, call, definition } = form;
  const [view, condition] = call.arguments;
  const checked = view && state.check(view);
  if (!hasRightCount(form) || view === undefined || condition === undefined) return undefined;
  checkCondition(state, view, condition);
  const name = checked && coerceArgument(state, definition.name, { name: "view", type: "Text" }, checked);
  if (name === undefined) return undefined;
  const { start, end } = call;
  const evaluator = linkWriter(print(condition)) as (...values: unknown[]) => string | null;
  const values = [name, currentKey(state, call)];
  return { op: "call", definition, evaluator, arguments: values, type: scalar("App"), start, end };
}

type LinkWriter = (
  view: string | null,
  row: string | null | undefined,
  context: RequestContext,
) => string | null;

function linkWriter(filter: string): LinkWriter {
  return (view, row, { meter }) => {
    if (view === null) return null;
    const parts: readonly LinkPart[] = [
      ["page", "filter"],
      ["view", view],
      ["filter", filter],
    ];
    return deepLink(undefined, row ? [...parts, ["row", row]] : parts, meter);
  };
}

function currentKey(state: CheckState, call: Call): Node | undefined {
  const row = state.currentRow;
  if (row === undefined || row.table.key.length === 0) return undefined;
  return coerceToArgument(keyField(row, call), scalar("Text"), state.scope.locale);
}

/** What the condition reads is of no account to this expression, so it is checked apart and only errors are kept. */
function checkCondition(state: CheckState, view: Expression, condition: Expression): void {
  const target = tableOf(state, view);
  const table = target ?? UNKNOWN_TABLE;
  const apart = state.apart();
  for (const scan of state.scans.slice(apart.scans.length)) apart.scans.push(scan);
  apart.inRowOf(table, (slot) => conditionOn(apart, { table, filter: undefined }, slot, condition));
  const errors = apart.diagnostics.filter(
    ({ code }) => target !== undefined || code !== "name/unknown-column",
  );
  state.reportAll(errors);
}

/** Views are not declared: a view whose name is not that of a table may have any columns. */
const UNKNOWN_TABLE: TableScope = { name: "", columns: [], key: [], rowNumberIndex: 0 };

function tableOf({ scope }: CheckState, view: Expression): TableScope | undefined {
  if (view.kind !== "text" && view.kind !== "raw-text") return undefined;
  const { match } = findName([...scope.tables.values(), ...scope.slices.values()], view.value);
  return match !== undefined && "table" in match ? match.table : match;
}
