import { xOf } from "../../../values/index.ts";
import { defineFunction } from "../define-function.ts";

export const getX = defineFunction("location", {
  signature: "GETX(point: XY): Decimal",
  summary: "How far from the left a point on an image is, in per cent of the image's width.",
  details: "Blank gives blank.",
  evaluate: xOf,
  examples: [
    ["GETX(XY(50, 25))", 50],
    ['GETX("12.5, 0")', 12.5],
  ],
});
