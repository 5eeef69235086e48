import { readLatLong, writeLatLong } from "../../values/index.ts";
import { definePointType } from "./define-point-type.ts";

/** A place on earth in degrees. */
export const latLongType = definePointType({
  name: "LatLong",
  summary: "A place on earth: latitude and longitude.",
  expected: "a latitude from -90 to 90 and a longitude from -180 to 180",
  sample: writeLatLong(47.623098, -122.330184),
  read: readLatLong,
});
