import { yOf } from "../../../values/index.ts";
import { defineFunction } from "../define-function.ts";

export const getY = defineFunction("location", {
  signature: "GETY(point: XY): Decimal",
  summary: "How far from the top a point on an image is, in per cent of the image's height.",
  details: "Blank gives blank.",
  evaluate: yOf,
  examples: [
    ["GETY(XY(50, 25))", 25],
    ['GETY("12.5, 99.99")', 99.99],
  ],
});
