import { type PastMoment, readMoment } from "../engine-tables/change-cursor.ts";
import { defineOptional } from "./define-property.ts";

/** When the rows were as a Find reads them; undefined for now. */
export const asOf = defineOptional({
  name: "AsOf",
  summary:
    "rows as they were at a time such as `2026-03-14T15:09:26Z`, or after the change of a cursor ([history](history.md))",
  leftOut: "as they are now",
  schema: { type: ["string", "number"] },
  readWith: "Find",
  expected: "a time with its offset such as 2026-03-14T15:09:26Z, or the cursor of a change",
  readSent: (value): PastMoment | undefined =>
    typeof value === "string" || typeof value === "number" ? readMoment(String(value)) : undefined,
});
