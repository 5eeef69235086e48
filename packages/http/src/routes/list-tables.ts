import { nameableBy } from "@tablewright/core";
import { closed, listOf, oneOf, reference, says, text, texts } from "../openapi/json-schema.ts";
import { defineApplicationRoute } from "./define-application-route.ts";

const RIGHTS = ["events", "tests", "undo"] as const;

export const listTables = defineApplicationRoute({
  method: "GET",
  path: "tables",
  operation: "listTables",
  summary: "The tables and slices.",
  isInstant: true,
  answers: "TableList",
  schemas: {
    TableList: says(
      closed(
        {
          app: closed({ id: text, name: text }),
          tables: listOf(reference("ListedTable")),
          slices: listOf(closed({ name: text, table: text })),
          rights: says(listOf(oneOf(...RIGHTS)), "What the caller may do besides calls on rows."),
        },
        {
          functions: says(
            listOf(reference("ListedFunction")),
            "What Selectors may call besides the functions of the language; left out where there are none.",
          ),
        },
      ),
      "The tables, slices and functions that the caller reaches, in the definition's order.",
    ),
    ListedTable: closed({
      name: text,
      key: says(texts, "The names of the key columns."),
      label: says(text, "The column that rows are called by."),
    }),
    ListedFunction: says(
      closed(
        { name: text, parameters: listOf(closed({ name: text, type: text })), result: text },
        { description: text },
      ),
      "Types are those that a definition writes, such as `List of Line`.",
    ),
  },
  async answer({ application, key: { key } }) {
    const { id, name, tables, slices, functions } = application.engine.schema(undefined, nameableBy(key));
    const output = {
      app: { id, name },
      tables: tables.map((table) => ({ name: table.name, key: table.key, label: table.label })),
      slices: slices.map((slice) => ({ name: slice.name, table: slice.sliceOf })),
      ...(functions.length === 0 ? {} : { functions }),
      rights: RIGHTS.filter((right) => key[right]),
    };
    return { output, diagnostics: [] };
  },
});
