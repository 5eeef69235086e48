import { readLatLong } from "../../values/index.ts";
import { defineTextProperty } from "./define-property.ts";

/** Where the caller is: HERE(). */
export const location = defineTextProperty({
  name: "Location",
  ofBatch: true,
  summary: "latitude and longitude of the caller: `HERE()`",
  leftOut: "`0.000000, 0.000000`",
  schema: { type: "string" },
  feeds: ["location"],
  expected: 'a place such as "47.6, -122.3"',
  otherwise: () => "0, 0",
  readText: readLatLong,
});
