import type { Call, Dereference, Expression } from "../syntax/ast.ts";
import type { Node } from "../tree/node.ts";
import { hasRightCount } from "./check-call.ts";
import type { CheckState } from "./check-state.ts";
import { columnOf } from "./column-of.ts";
import type { FunctionDefinition } from "./function-definition.ts";
import { reportBareName } from "./report-bare-name.ts";
import { conditionOn, selectFrom } from "./select-from.ts";
import { tableOfRefs } from "./table-of-refs.ts";

/** `SELECT(Table[Column], condition, [distinct])`, also over the rows of a list of Refs: `[List][Column]`. */
export function checkSelect(state: CheckState, call: Call, definition: FunctionDefinition): Node | undefined {
  const [source, condition, flag] = call.arguments;
  const isCounted = hasRightCount(state, call, definition);
  if (source === undefined) return undefined;
  if (source.kind === "raw-text" || (source.kind !== "table-column" && source.kind !== "dereference")) {
    if (source.kind === "raw-text" && reportBareName(state, source)) return undefined;
    return state.report("type/select-source", { function: definition.name }, source);
  }
  const distinct = isDistinct(state, flag);
  const node =
    source.kind === "table-column"
      ? selectFrom(state, source, condition, distinct === true, call)
      : selectFromList(state, source, condition, distinct === true, call);
  return isCounted && distinct !== undefined ? node : undefined;
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
  state.tables.add(table.name);
  return state.inRowOf(table, (slot) => {
    const field = columnOf(state, { slot, table }, source.column, source.columnSpan);
    const checked = conditionOn(state, { table, filter: undefined }, slot, condition);
    if (field === undefined || checked === undefined) return undefined;
    const type = { kind: "List", item: field.type } as const;
    const { start, end } = call;
    return {
      op: "list-dereference",
      refs,
      table,
      slot,
      condition: checked.condition,
      field,
      distinct,
      type,
      start,
      end,
    };
  });
}
