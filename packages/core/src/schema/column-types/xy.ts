import { readXY, writeXY } from "../../values/index.ts";
import { definePointType } from "./define-point-type.ts";

/** A place on a picture in per cent of its width and height. */
export const xyType = definePointType({
  name: "XY",
  summary: "A place on a picture: x and y in per cent.",
  expected: "an x and a y from 0 to 100",
  sample: writeXY(50, 25),
  read: readXY,
});
