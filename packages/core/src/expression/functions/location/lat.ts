import { latOf } from "../../../values/index.ts";
import { defineFunction } from "../define-function.ts";

export const lat = defineFunction("location", {
  signature: "LAT(place: LatLong): Decimal",
  summary: "The latitude of a place in degrees, negative in the south.",
  details: "Blank gives blank.",
  evaluate: latOf,
  examples: [
    ['LAT("51.5074, -0.1278")', 51.5074],
    ["LAT(LATLONG(-33.9, 18.4))", -33.9],
  ],
});
