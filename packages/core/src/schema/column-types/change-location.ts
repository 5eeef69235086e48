import { defineChangeType } from "./define-change-type.ts";
import { latLongType } from "./lat-long.ts";

/** Where the caller was at the last saved change of what it watches. */
export const changeLocationType = defineChangeType({
  name: "ChangeLocation",
  summary: "Where the watched columns were last changed.",
  base: latLongType,
  options: ["watch"],
});
