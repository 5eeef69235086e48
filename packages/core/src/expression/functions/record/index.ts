/** Rows of tables: found, sorted and followed. */
export { filter } from "./filter.ts";
export { lookup } from "./lookup.ts";
export { map } from "./map.ts";
export { maxRow } from "./max-row.ts";
export { minRow } from "./min-row.ts";
export { orderBy } from "./order-by.ts";
export { refRows } from "./ref-rows.ts";
export { select } from "./select.ts";
