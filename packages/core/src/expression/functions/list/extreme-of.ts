import type { Type } from "../../tree/type.ts";
import { itemFamily } from "./item-family.ts";

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
