import { writeLatLong } from "../../../values/index.ts";
import { defineFunction } from "../define-function.ts";

export const latLong = defineFunction("location", {
  signature: "LATLONG(latitude: Decimal, longitude: Decimal): LatLong",
  summary: "The place at a latitude and a longitude, both in degrees.",
  details:
    "Six decimals are kept, about 10 centimetres. A latitude beyond 90 degrees or a longitude beyond 180, in either direction, gives blank.",
  evaluate: (latitude, longitude) => {
    const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
    return isOnEarth ? writeLatLong(latitude, longitude) : null;
  },
  examples: [
    ["LATLONG(47.6, -122.3)", "47.600000, -122.300000"],
    ["LATLONG(91, 0)", null],
  ],
});
