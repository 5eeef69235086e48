import * as z from "zod";
import type { RowSelection } from "../calls/record-calls.ts";

/** The table of a tool's input. */
export const tableName = z.string().min(1).describe("The name of a table or slice, as list_tables has it.");

/** A row of a tool's input. */
export const row = z.record(z.string(), z.unknown());

/** What the tools about decisions are given. */
export const decisionName = z.string().describe("The name of a decision, as list_decisions has it.");

export const factsOfDecision = z
  .record(z.string(), z.any())
  .describe("The parameters of the decision by name, as JSON; dates are ISO texts.");

/** The members of a tool's input that say which rows are read. */
export const selection = {
  selector: z.string().optional().describe("An expression that names the rows, as in find_rows."),
  keys: z.array(row).optional().describe("Rows that have only key columns, instead of a Selector."),
  params: z.record(z.string(), z.unknown()).optional().describe("Values of [_PARAM].[name]."),
};

/** The rows that an input names, and the columns that are answered of them. */
export function rowSelection(
  { selector, keys, params }: z.infer<z.ZodObject<typeof selection>>,
  columns?: readonly string[],
): RowSelection {
  const properties = {
    ...(params === undefined ? {} : { Params: params }),
    ...(columns === undefined ? {} : { Columns: columns }),
  };
  return { selector, keys, ...(Object.keys(properties).length === 0 ? {} : { properties }) };
}
