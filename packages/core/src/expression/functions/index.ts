import { type FunctionsByName, functionsOf } from "../check/function-definition.ts";
import * as conditional from "./conditional/index.ts";
import * as dateTime from "./date-time/index.ts";
import * as link from "./link/index.ts";
import * as list from "./list/index.ts";
import * as location from "./location/index.ts";
import * as logic from "./logic/index.ts";
import * as number from "./number/index.ts";
import * as record from "./record/index.ts";
import * as text from "./text/index.ts";
import * as user from "./user/index.ts";

/** The families of functions that every entrance has: all but EXTRACT and its kin, which bring a package for dates in prose. */
export const smallFamilies = [
  conditional,
  text,
  dateTime,
  logic,
  list,
  record,
  location,
  number,
  link,
  user,
] as const;

/** What the smaller entrance has. */
export const smallFunctions: FunctionsByName = Object.assign(functionsOf(smallFamilies), {
  leftOut: [
    { family: "EXTRACT", entrance: "@tablewright/core/expression" },
    { family: "REGEX", entrance: "@tablewright/core/regex" },
  ],
});
