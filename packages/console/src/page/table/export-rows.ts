import { type DescribedTable, writeCsv } from "@tablewright/core";
import type { Api } from "../api/create-api.ts";
import { csvFile, csvText } from "../csv-file.ts";

/** All rows of a view as a CSV file for people: cells that a spreadsheet would compute begin with an apostrophe. */
export async function exportRows(
  api: Api,
  schema: DescribedTable,
  selector: string | undefined,
): Promise<Blob> {
  const names = schema.columns.map(({ name }) => name);
  const parts = [writeCsv([names])];
  let after: string | undefined = "";
  while (after !== undefined) {
    const part: Awaited<ReturnType<Api["find"]>> = await api.find(schema.name, {
      selector,
      properties: { Limit: PART, ...(after === "" ? {} : { After: after }) },
    });
    parts.push(writeCsv(part.rows.map((row) => names.map((name) => csvText(row[name])))));
    after = part.after;
  }
  return csvFile(parts);
}

/** Rows that are read at a time. */
const PART = 2_000;
