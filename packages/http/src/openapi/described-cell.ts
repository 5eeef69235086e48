import type { ColumnSchema } from "@tablewright/core";
import type { JsonSchema } from "./json-schema.ts";

/** What is said of a cell however it is written: the words of the definition, and what a Ref has to do with its row. */
export function describedCell({ description, table, json, partOf, onDelete }: ColumnSchema): JsonSchema {
  const effect = partOf ? "delete" : onDelete;
  const refers =
    table === undefined || json === "array" ? [] : [`Refers to "${table}"${WORDS[effect ?? ""]}.`];
  const sentences = [...(description === undefined ? [] : [description]), ...refers];
  return {
    ...(sentences.length === 0 ? {} : { description: sentences.join("\n\n") }),
    ...(effect === undefined ? {} : { "x-on-delete": effect }),
  };
}

/** What the deletion of the row that a Ref points at does. */
const WORDS: Readonly<Record<string, string>> = {
  "": "",
  restrict: "; that row cannot be deleted as long as this one refers to it",
  clear: "; blank once that row is deleted",
  delete: "; this row is deleted with that one",
};
