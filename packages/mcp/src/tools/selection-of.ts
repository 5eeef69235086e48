import * as z from "zod";
import type { Selection } from "../calls/record-calls.ts";
import { row } from "./table-name.ts";

/** The members of a tool's input that say which rows are read. */
export const selection = {
  selector: z.string().optional().describe("An expression that names the rows, as in find_rows."),
  keys: z.array(row).optional().describe("Rows that hold key columns alone, instead of a Selector."),
  params: z.record(z.string(), z.unknown()).optional().describe("Values of [_PARAM].[name]."),
};

/** The rows that an input names, and the columns that are answered of them. */
export function selectionOf(
  { selector, keys, params }: z.infer<z.ZodObject<typeof selection>>,
  columns?: readonly string[],
): Selection {
  const properties = {
    ...(params === undefined ? {} : { Params: params }),
    ...(columns === undefined ? {} : { Columns: columns }),
  };
  return { selector, keys, ...(Object.keys(properties).length === 0 ? {} : { properties }) };
}
