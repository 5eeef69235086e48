import {
  addDecimals,
  finiteOrBlank,
  multiplyDecimals,
  roundToScale,
  subtractDecimals,
} from "../../../values/index.ts";
import type { DerivedResult } from "../../check/function-definition.ts";
import type { Meter } from "../../runtime/meter.ts";
import { scalar, type Type } from "../../tree/type.ts";
import { itemFamily } from "./item-family.ts";

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
