import type { Value } from "../../../values/index.ts";
import type { Type } from "../../tree/type.ts";
import { itemOf } from "../derived-results.ts";

/** What a list of the type gives for an item it does not have: blank, and no items where its items are lists. */
export function blankItem(list: Type | undefined): Value {
  return list !== undefined && itemOf(list).kind === "List" ? [] : null;
}
