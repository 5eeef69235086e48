import {
  addDecimals,
  type Family,
  finiteOrBlank,
  multiplyDecimals,
  roundToScale,
  subtractDecimals,
  type Value,
} from "../../../values/index.ts";
import type { DerivedResult } from "../../check/function-definition.ts";
import type { Meter } from "../../runtime/meter.ts";
import { scalar, type Type, valueFamilyOf } from "../../tree/type.ts";
import { itemOf } from "../derived-results.ts";

/** What functions of lists have in common: how items compare, and what there is where an item is missing. */

/** The family by which the items of a list of the type compare. */
export function itemFamily(list: Type | undefined): Family {
  return list === undefined ? "text" : valueFamilyOf(itemOf(list));
}

/** What a list of the type gives for an item it does not have: blank, and no items where its items are lists. */
export function blankItem(list: Type | undefined): Value {
  return list !== undefined && itemOf(list).kind === "List" ? [] : null;
}

/** Whether an item comes before the best one so far. */
type IsBetter = (item: number, best: number) => boolean;

/** The best item of lists of the type, blank items aside; of none, 0 where items are amounts and blank where they are points in time. */
export function extremeOf(list: Type | undefined, isBetter: IsBetter) {
  const family = itemFamily(list);
  const none = family === "number" || family === "duration" ? 0 : null;
  return (items: readonly (number | null)[]): number | null => {
    let best: number | null = null;
    for (const item of items) {
      if (item !== null && (best === null || isBetter(item, best))) best = item;
    }
    return best ?? none;
  };
}

/** The result is a number or duration amid the items. */
export const amidItems: DerivedResult = {
  name: "Decimal, or Duration for durations",
  of: ([list]) => scalar(itemFamily(list?.type) === "duration" ? "Duration" : "Decimal"),
};

/** An amount amid the items, of durations rounded to seconds. */
export function keptAmid(list: Type | undefined): (amount: number) => number | null {
  const isDuration = itemFamily(list) === "duration";
  return (amount) => finiteOrBlank(isDuration ? roundToScale(amount, 0) : amount);
}

/** What a share of the items, from 0 to 1, lies below: between two items in proportion; of no items 0. */
export function percentileOf(list: readonly (number | null)[], share: number, meter: Meter): number {
  meter.spend(list.length * Math.ceil(Math.log2(list.length + 1)));
  const items = Float64Array.from(list.filter((item) => item !== null)).sort();
  const place = multiplyDecimals(share, Math.max(items.length - 1, 0));
  const below = Math.floor(place);
  const [low = 0, high = low] = items.subarray(below, below + 2);
  return addDecimals(low, multiplyDecimals(subtractDecimals(high, low), subtractDecimals(place, below)));
}
