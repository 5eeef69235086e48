import { writeXY } from "../../../values/index.ts";
import { defineFunction } from "../define-function.ts";

export const xy = defineFunction("location", {
  signature: "XY(x: Decimal, y: Decimal): XY",
  summary: "A point on an image, in per cent of its width from the left and of its height from the top.",
  details: "Two decimals are kept. A number below 0 or above 100 gives blank.",
  evaluate: (x, y) => (isOnImage(x) && isOnImage(y) ? writeXY(x, y) : null),
  examples: [
    ["XY(12.5, 0)", "12.50, 0.00"],
    ["XY(50, 101)", null],
  ],
});

function isOnImage(percent: number): boolean {
  return percent >= 0 && percent <= 100;
}
