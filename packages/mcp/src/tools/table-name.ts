import * as z from "zod";

/** The table of a tool's input. */
export const tableName = z.string().min(1).describe("The name of a table or slice, as list_tables has it.");

/** A row of a tool's input. */
export const row = z.record(z.string(), z.unknown());
