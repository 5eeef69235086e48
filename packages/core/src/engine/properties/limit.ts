import { defineOptional } from "./define-property.ts";

/** At most so many rows of a Find; undefined where all are asked for. */
export const limit = defineOptional({
  name: "Limit",
  summary: "the most rows that a Find answers; if rows are left, the answer has an `After`",
  leftOut: "all rows",
  schema: { type: ["number", "string"], minimum: 0 },
  readWith: "Find",
  expected: "a whole number from 0 on",
  readSent: (value) => {
    const limit = typeof value === "string" && /^\s*\d{1,16}\s*$/.test(value) ? Number(value) : value;
    return typeof limit === "number" && Number.isSafeInteger(limit) && limit >= 0 ? limit : undefined;
  },
});
