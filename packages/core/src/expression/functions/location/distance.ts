import { distanceKilometres } from "../../../values/index.ts";
import { defineFunction } from "../define-function.ts";

export const distance = defineFunction({
  name: "DISTANCE",
  category: "location",
  summary: "The distance of two places as the crow flies, in kilometres.",
  details:
    "It is measured on a sphere, so it is right to about half a per cent. Addresses are not places: text counts only when it is a latitude and a longitude. Blank gives blank.",
  parameters: [
    { name: "from", type: "LatLong" },
    { name: "to", type: "LatLong" },
  ],
  result: "Decimal",
  evaluate: distanceKilometres,
  examples: [
    ["ROUND(DISTANCE(LATLONG(0, 0), LATLONG(0, 1)) * 10)", 1112],
    ['DISTANCE("48.8566, 2.3522", "48.8566, 2.3522")', 0],
  ],
});
