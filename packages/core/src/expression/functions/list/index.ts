/** Lists: made, searched, cut and added up. */

export { any } from "./any.ts";
export { average } from "./average.ts";
export { averageIf } from "./average-if.ts";
export { count } from "./count.ts";
export { countIf } from "./count-if.ts";
export { flatten } from "./flatten.ts";
export { intersect } from "./intersect.ts";
export { isIn } from "./is-in.ts";
export { itemAt } from "./item-at.ts";
export { list } from "./list.ts";
export { max } from "./max.ts";
export { median } from "./median.ts";
export { min } from "./min.ts";
export { percentile } from "./percentile.ts";
export { sort } from "./sort.ts";
export { stdevP } from "./stdev-p.ts";
export { sum } from "./sum.ts";
export { sumIf } from "./sum-if.ts";
export { top } from "./top.ts";
export { unique } from "./unique.ts";
