import { longOf } from "../../../values/index.ts";
import { defineFunction } from "../define-function.ts";

export const long = defineFunction("location", {
  signature: "LONG(place: LatLong): Decimal",
  summary: "The longitude of a place in degrees, negative in the west.",
  details: "Blank gives blank.",
  evaluate: longOf,
  examples: [
    ['LONG("51.5074, -0.1278")', -0.1278],
    ["LONG(LATLONG(-33.9, 18.4))", 18.4],
  ],
});
