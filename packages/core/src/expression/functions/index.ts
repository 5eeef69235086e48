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

const families = [
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
] as const;

type Family = (typeof families)[number];

/** The name of a function of the language. */
export type FunctionName = NameIn<Family>;

type NameIn<F> = F extends unknown ? NameOf<F[keyof F]> : never;

type NameOf<D> = D extends { readonly name: infer N extends string } ? N : never;

/** Every function of the language; a family's index lists its functions. */
export const functions: readonly FunctionDefinition[] = families
  .flatMap((family): readonly FunctionDefinition[] => Object.values(family))
  .sort((a, b) => (a.name < b.name ? -1 : 1));

/** The functions by name, as scopes hold them. */
export const functionsByName: ReadonlyMap<string, FunctionDefinition> = new Map(
  functions.map((definition) => [definition.name, definition]),
);
