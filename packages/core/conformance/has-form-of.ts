import { isWholeNumber, type Type, valueFamilyOf } from "../src/expression/tree/type.ts";
import { FIRST_DAY, LAST_DAY, SECONDS_PER_DAY, type Value } from "../src/values/index.ts";

/** Whether a value is one that an expression of the type may give: what leaves an evaluator must always be. */
export function hasFormOf(value: Value, type: Type): boolean {
  if (type.kind === "List") return Array.isArray(value) && value.every((item) => hasFormOf(item, type.item));
  if (value === null || type.kind === "Any") return true;
  switch (valueFamilyOf(type)) {
    case "number":
      return isWholeNumber(type) ? Number.isSafeInteger(value) : Number.isFinite(value);
    case "yes/no":
      return typeof value === "boolean";
    case "date":
      return isWithin(value, FIRST_DAY, LAST_DAY);
    case "time":
      return isWithin(value, 0, SECONDS_PER_DAY - 1);
    case "datetime":
      return isWithin(value, FIRST_DAY * SECONDS_PER_DAY, (LAST_DAY + 1) * SECONDS_PER_DAY - 1);
    case "duration":
      return Number.isSafeInteger(value);
    default:
      return typeof value === "string" && value !== "";
  }
}

function isWithin(value: Value, first: number, last: number): boolean {
  return Number.isInteger(value) && (value as number) >= first && (value as number) <= last;
}
