import { type AccessKey, mayCall, type TableSchema, type UpdateMode } from "@tablewright/core";
import { type JsonSchema, listOf, objectOf, reference } from "./json-schema.ts";

/** The body of a call on a table: one form for each operation and action that the key may call. */
export function callSchema(
  { updates, actions }: TableSchema,
  component: string,
  key: AccessKey,
  mostRows: number,
): JsonSchema {
  const takes = (mode: UpdateMode) => updates === "expression" || updates.includes(mode);
  const invocable = actions.filter((action) => action.invocable).map(({ name }) => name);
  const forms = [
    ...(mayCall(key, "Find") ? [form(["Find"], `${component}Key`, mostRows, 0)] : []),
    ...(takes("add") && mayCall(key, "Add") ? [form(["Add"], `${component}New`, mostRows)] : []),
    ...(takes("edit") && mayCall(key, "Edit") ? [form(["Edit"], `${component}Change`, mostRows)] : []),
    ...(takes("delete") && mayCall(key, "Delete") ? [form(["Delete"], `${component}Key`, mostRows)] : []),
    ...(invocable.length > 0 ? [form(invocable, `${component}Key`, mostRows)] : []),
  ];
  return forms.length === 0 ? { not: {} } : { oneOf: forms };
}

function form(actions: readonly string[], row: string, mostRows: number, fewestRows = 1): JsonSchema {
  const properties = {
    Action: { type: "string", enum: actions },
    Properties: reference("Properties"),
    Rows: listOf(reference(row), { minItems: fewestRows, maxItems: mostRows }),
  };
  return objectOf(properties, fewestRows === 0 ? ["Action"] : ["Action", "Rows"]);
}
