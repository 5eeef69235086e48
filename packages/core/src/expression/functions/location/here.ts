import { defineFunction } from "../define-function.ts";

export const here = defineFunction("location", {
  signature: "HERE(): LatLong",
  summary: "The place of the caller, as the request gives it.",
  details: "A request without a location is at 0.000000, 0.000000.",
  uses: "request",
  evaluate: (context) => context.location,
  examples: [
    ["HERE()", "0.000000, 0.000000"],
    ["LAT(HERE())", 0],
  ],
});
