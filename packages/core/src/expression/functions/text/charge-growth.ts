import type { Meter } from "../../runtime/meter.ts";

/**
 * A text made from `source` character by character. Its length is known only once it is there, at most a few times that
 * of `source`; where it has grown it is charged and checked against the limit.
 */
export function chargeGrowth(text: string, source: string, meter: Meter): string {
  if (text.length > source.length) meter.buildText(text.length);
  return text;
}
