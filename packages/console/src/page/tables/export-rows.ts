import { type TableSchema, writeCsv } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import type { Api } from "../api/create-api.ts";

/** All rows of a view as a CSV file for people: cells that a spreadsheet would compute begin with an apostrophe. */
export async function exportRows(api: Api, schema: TableSchema, selector: string | undefined): Promise<Blob> {
  const names = schema.columns.map(({ name }) => name);
  const parts = [writeCsv([names])];
  let after: string | undefined = "";
  while (after !== undefined) {
    const part: Awaited<ReturnType<Api["find"]>> = await api.find(schema.name, {
      selector,
      properties: { Limit: PART, ...(after === "" ? {} : { After: after }) },
    });
    parts.push(writeCsv(part.rows.map((row) => names.map((name) => textOf(row[name])))));
    after = part.after;
  }
  // The mark at the beginning tells spreadsheets that it is UTF-8.
  return new Blob(["\uFEFF", ...parts], { type: "text/csv;charset=utf-8" });
}

/** Rows that are read at a time. */
const PART = 2_000;

function textOf(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(textOf).join(" , ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
