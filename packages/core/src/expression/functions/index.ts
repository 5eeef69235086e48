import type { FunctionDefinition } from "../check/function-definition.ts";
import * as conditional from "./conditional/index.ts";
import * as dateTime from "./date-time/index.ts";
import * as extract from "./extract/index.ts";
import * as link from "./link/index.ts";
import * as list from "./list/index.ts";
import * as location from "./location/index.ts";
import * as logic from "./logic/index.ts";
import * as number from "./number/index.ts";
import * as record from "./record/index.ts";
import * as text from "./text/index.ts";
import * as user from "./user/index.ts";

/** Every function of the language; a family's index lists its functions. */
export const functions: readonly FunctionDefinition[] = [
  conditional,
  text,
  dateTime,
  extract,
  logic,
  list,
  record,
  location,
  number,
  link,
  user,
]
  .flatMap((family) => Object.values(family))
  .sort((a, b) => (a.name < b.name ? -1 : 1));

/** The functions by name, as scopes hold them. */
export const functionsByName: ReadonlyMap<string, FunctionDefinition> = new Map(
  functions.map((definition) => [definition.name, definition]),
);
