import { distanceKilometres } from "../../../values/index.ts";
import { defineFunction } from "../define-function.ts";

export const distance = defineFunction("location", {
  signature: "DISTANCE(from: LatLong, to: LatLong): Decimal",
  summary: "The distance of two places as the crow flies, in kilometres.",
  details:
    "Measured on a sphere, right to half a per cent. A text counts only if it is a latitude and a longitude.",
  evaluate: distanceKilometres,
  examples: [
    ["ROUND(DISTANCE(LATLONG(0, 0), LATLONG(0, 1)) * 10)", 1112],
    ['DISTANCE("48.8566, 2.3522", "48.8566, 2.3522")', 0],
  ],
});
