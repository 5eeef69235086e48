import { type Type, valueFamilyOf } from "../../expression/parts.ts";
import { toCanonical, type Value } from "../../values/index.ts";

/** A computed value as it is kept: numbers brought to 15 significant digits. */
export function toStoredValue(value: Value, type: Type): Value {
  return typeof value === "number" && valueFamilyOf(type) === "number" ? toCanonical(value) : value;
}
