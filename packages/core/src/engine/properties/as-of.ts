import { type PastMoment, readMoment } from "../engine-tables/change-cursor.ts";
import { defineProperty, unreadableProperty } from "./define-property.ts";

/** When the rows were as a Find reads them; undefined for now. */
export const asOf = defineProperty({
  name: "AsOf",
  summary:
    "rows as they were at a time such as `2026-03-14T15:09:26Z`, or after the change of a cursor ([history](history.md))",
  leftOut: "as they are now",
  schema: { type: ["string", "number"] },
  readWith: "Find",
  read: (value) => {
    if (value === undefined || value === null || value === "") return { output: undefined, diagnostics: [] };
    const output: PastMoment | undefined =
      typeof value === "string" || typeof value === "number" ? readMoment(String(value)) : undefined;
    if (output !== undefined) return { output, diagnostics: [] };
    return { output, diagnostics: [unreadableProperty("AsOf", value, EXPECTED)] };
  },
});

const EXPECTED = "a time with its offset such as 2026-03-14T15:09:26Z, or the cursor of a change";
