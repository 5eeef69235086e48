import { type Type, valueFamilyOf } from "../../expression/parts.ts";
import { equalValues, type Value } from "../../values/index.ts";

/** Whether a value is one of those allowed; of a list, whether every item is. */
export function isAllowed(value: Value, allowed: readonly Value[], type: Type): boolean {
  if (type.kind !== "List") return allowed.some((one) => equalValues(one, value, valueFamilyOf(type)));
  return ((value ?? []) as readonly Value[]).every((item) => isAllowed(item, allowed, type.item));
}
