import type { Value } from "../../values/index.ts";

/** A number or duration with the other sign; a blank stays blank. */
export function negate(value: Value): Value {
  return typeof value === "number" ? 0 - value : null;
}
