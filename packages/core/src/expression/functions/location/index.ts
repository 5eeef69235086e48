/** Places on earth and points on images. */
export { distance } from "./distance.ts";
export { getX } from "./get-x.ts";
export { getY } from "./get-y.ts";
export { here } from "./here.ts";
export { lat } from "./lat.ts";
export { latLong } from "./lat-long.ts";
export { long } from "./long.ts";
export { xy } from "./xy.ts";
