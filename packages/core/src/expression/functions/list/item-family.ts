import type { Family } from "../../../values/index.ts";
import { type Type, valueFamilyOf } from "../../tree/type.ts";
import { itemOf } from "../derived-results.ts";

/** The family by which the items of a list of the type compare. */
export function itemFamily(list: Type | undefined): Family {
  return list === undefined ? "text" : valueFamilyOf(itemOf(list));
}
