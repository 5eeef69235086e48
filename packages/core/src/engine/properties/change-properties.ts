import type { Outcome } from "../../diagnostics/index.ts";
import { defineFlag, defineProperty, defineTextProperty, unreadableProperty } from "./define-property.ts";

/** Whether an Add edits the rows whose keys exist, instead of refusing them. */
export const onDuplicate = defineTextProperty({
  name: "OnDuplicate",
  summary: "`update`: an Add edits the row if its key exists; the access key also needs `Edit`",
  leftOut: "such an Add is refused",
  schema: { enum: ["update"] },
  only: "Add",
  expected: '"update"',
  otherwise: () => "",
  readText: (word) => (word === "update" ? true : word === "" ? false : null),
});

/** Whether nothing is kept. What does not read as a Yes/No is an error, because it may decide over a write. */
export const dryRun = defineFlag({
  name: "DryRun",
  ofBatch: true,
  summary: "`true`: everything is checked and answered, and nothing is saved",
  leftOut: "changes are saved",
  readWith: "call",
});

/** What a caller wants of the versions of rows. */
export interface VersionUse {
  /** Whether rows are answered with theirs. */
  readonly isAnswered: boolean;
  /** The version that every row the call names is expected to have. */
  readonly expected: string | undefined;
}

/** Whether rows are answered with their `_Version`, and the version that a changed row must still have. */
export const version = defineProperty({
  name: "Version",
  summary:
    "`true`: rows also have a `_Version`. A version: the rows of an Edit, a Delete or an action must still have it",
  leftOut: "versions are not compared",
  schema: { type: ["boolean", "string"] },
  readWith: "call",
  read: (value): Outcome<VersionUse> => {
    const isSaid = value !== undefined && value !== null && value !== "" && value !== false;
    if (!isSaid || value === true)
      return { output: { isAnswered: isSaid, expected: undefined }, diagnostics: [] };
    if (typeof value === "string") return { output: { isAnswered: true, expected: value }, diagnostics: [] };
    return {
      output: undefined,
      diagnostics: [unreadableProperty("Version", value, "true or the version of a row")],
    };
  },
});

/** Whether rows are answered with what a form does with their columns. */
export const form = defineFlag({
  name: "Form",
  summary:
    "`true`: rows also have `_Hidden` and `_ReadOnly`: the columns whose `showIf` or `editableIf` is not TRUE",
  leftOut: "they are not",
  readWith: "call",
});

/** Whether texts that are sent to columns of any JSON are strings, or the JSON that they are the text of. */
export const cells = defineTextProperty({
  name: "Cells",
  summary: "`text`: a text in a `Json` cell is parsed as JSON, as in a file; `typed`: it is a string",
  leftOut: "`typed` on the wire `typed`, else `text`",
  schema: { enum: ["text", "typed"] },
  expected: '"text" or "typed"',
  otherwise: () => "",
  readText: (word) => (word === "text" || word === "typed" ? word : word === "" ? "of the wire" : null),
});
