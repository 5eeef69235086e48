import { hasRightCount } from "../../check/check-call.ts";
import { reportBareName } from "../../check/check-expression.ts";
import type { CheckState } from "../../check/check-state.ts";
import { columnOf, tableOfRefs } from "../../check/columns.ts";
import type { CallForm } from "../../check/function-definition.ts";
import { columnOfNamed, conditionOn, selectFrom, selectNode } from "../../check/select-from.ts";
import type { Call, Dereference, Expression } from "../../syntax/ast.ts";
import type { Node } from "../../tree/node.ts";
import { findName } from "../../tree/scope.ts";
import { defineForm } from "../define-function.ts";

export const select = defineForm("record", {
  signature: "SELECT(Table[Column]: List, condition: Yes/No, [distinct: Yes/No]): List of the column's type",
  summary: "The values of a column in the rows of a table or slice for which a condition is TRUE.",
  details:
    "In the condition a bare column belongs to the searched row; [_THISROW].[Column] is the current row. Values are in table order; TRUE as the third argument removes duplicates.",
  examples: [
    ['SELECT(Orders[Total], [Status] = "Paid")', [80, 200]],
    ["SELECT(Orders[Status], TRUE, TRUE)", ["Open", "Paid"]],
    ['SUM(SELECT(Orders[Total], [Customer].[City] = "Oslo"))', 365],
  ],
  check: checkSelect,
});

/** `SELECT(Table[Column], condition, [distinct])`, also over the rows of a list of Refs: `[List][Column]`. */
function checkSelect(form: CallForm): Node | undefined {
  const { state, call } = form;
  const [first, condition, flag] = call.arguments;
  const source = first?.kind === "table-column" ? (columnOfNamed(state, first) ?? first) : first;
  const isCounted = hasRightCount(form);
  if (source === undefined) return undefined;
  if (source.kind === "raw-text" || (source.kind !== "table-column" && source.kind !== "dereference")) {
    if (source.kind === "raw-text" && reportBareName(state, source)) return undefined;
    return state.report("type/select-source", { function: "SELECT", hint: fieldHint(state, source) }, source);
  }
  const distinct = isDistinct(state, flag);
  const node =
    source.kind === "table-column"
      ? selectFrom(state, source, condition, distinct === true, call)
      : selectFromList(state, source, condition, distinct === true, call);
  return isCounted && distinct !== undefined ? node : undefined;
}

/** For `SELECT([lines], condition)`: of a list of objects one column is wanted, or the objects themselves. */
function fieldHint(state: CheckState, source: Expression): string | undefined {
  const name = source.kind === "column" ? source.name : undefined;
  const type = findName(state.innermostRow?.table.columns ?? [], name ?? "").match?.type;
  const [field] = type?.kind === "List" && type.item.kind === "Object" ? type.item.shape.columns : [];
  return (
    field &&
    `Write [${name}][${field.name}] for the values of a field, or FILTER([${name}], condition) for the objects.`
  );
}

/** The flag is a constant: whether duplicates go decides the plan. */
function isDistinct(state: CheckState, flag: Expression | undefined): boolean | undefined {
  if (flag === undefined) return false;
  if (flag.kind === "boolean") return flag.value;
  return state.report(
    "type/argument",
    { function: "SELECT", parameter: "distinct", expected: "TRUE or FALSE", actual: "an expression" },
    flag,
  );
}

function selectFromList(
  state: CheckState,
  source: Dereference,
  condition: Expression | undefined,
  distinct: boolean,
  call: Call,
): Node | undefined {
  const refs = state.check(source.target);
  if (refs === undefined) return undefined;
  const table = tableOfRefs(state, refs.type);
  if (table === undefined) return state.report("type/select-source", { function: "SELECT" }, source);
  state.readsTable(table);
  const rows = { table, filter: undefined, refs };
  return state.inRowOf(table, (slot) => {
    const field = columnOf(state, { slot, table }, source.column, source.columnSpan);
    const checked = conditionOn(state, rows, slot, condition);
    return field && checked && selectNode(rows, slot, checked.condition, field, distinct, call);
  });
}
