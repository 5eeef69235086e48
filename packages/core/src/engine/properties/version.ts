import type { Outcome } from "../../diagnostics/index.ts";
import { defineProperty, unreadableProperty } from "./define-property.ts";

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
