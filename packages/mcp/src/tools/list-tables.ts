import * as z from "zod";
import { fitWhole } from "../calls/fit-answer.ts";
import { defineTool } from "./define-tool.ts";

export const listTablesTool = defineTool({
  name: "list_tables",
  title: "List the tables",
  description:
    "The tables and slices of the application, with their keys, and the functions that Selectors may call. Begin here.",
  input: z.object({}),
  does: "read",
  run: async ({ calls }) => {
    const tables = await calls.tables();
    return tables.ok ? fitWhole(tables.value) : tables;
  },
});
