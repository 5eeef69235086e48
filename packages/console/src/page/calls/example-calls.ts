import type { ColumnSchema, InputSchema, TableSchema } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { quoted } from "../tables/view.ts";

interface ExampleCall {
  readonly body: { readonly Action: string; readonly Properties?: object; readonly Rows?: readonly object[] };
}

/** The calls that a table takes, with cells of the types of its columns. */
export function exampleCalls(schema: TableSchema): readonly ExampleCall[] {
  const takes = (mode: "add" | "edit" | "delete") =>
    schema.updates === "expression" || schema.updates.includes(mode);
  const written = schema.columns.filter(({ writable }) => writable);
  const key = Object.fromEntries(schema.key.map((name) => [name, cellOf(schema, name)]));
  const changed = written.find(({ key: isKey }) => !isKey);
  const calls: ExampleCall[] = [
    {
      body: {
        Action: "Find",
        Properties: { Selector: `FILTER(${quoted(schema.name)}, ISNOTBLANK([${schema.label}]))` },
      },
    },
  ];
  if (takes("add")) {
    const needed = written.filter(({ required, hasInitialValue }) => required === true && !hasInitialValue);
    calls.push({
      body: { Action: "Add", Rows: [Object.fromEntries(needed.map((one) => [one.name, exampleOf(one)]))] },
    });
  }
  if (takes("edit") && changed !== undefined) {
    calls.push({ body: { Action: "Edit", Rows: [{ ...key, [changed.name]: exampleOf(changed) }] } });
  }
  if (takes("delete")) calls.push({ body: { Action: "Delete", Rows: [key] } });
  for (const { name, invocable, inputs = [] } of schema.actions) {
    const Inputs = Object.fromEntries(inputs.map((input) => [input.name, exampleOf(input)]));
    const properties = inputs.length === 0 ? {} : { Properties: { Inputs } };
    if (invocable) calls.push({ body: { Action: name, ...properties, Rows: [key] } });
  }
  return calls;
}

function cellOf({ columns }: TableSchema, name: string): JsonValue {
  const column = columns.find((one) => one.name === name);
  return column === undefined ? "" : exampleOf(column);
}

function exampleOf({ type, json, name, ...column }: ColumnSchema | InputSchema): JsonValue {
  const { values, min }: Partial<ColumnSchema> = column;
  if (values !== undefined) return json === "array" ? [values[0] ?? ""] : (values[0] ?? "");
  if (type === "Date") return "2026-03-14";
  if (type === "DateTime") return "2026-03-14T15:09:26";
  if (type === "Time") return "15:09:26";
  if (type === "Email") return "kim@example.com";
  if (json === "boolean") return true;
  if (json === "object") return {};
  if (json === "number" || json === "integer") return min ?? 1;
  return json === "array" ? [] : name;
}
