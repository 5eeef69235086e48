import type { AppDefinition } from "@tablewright/core";
import type { Limits } from "../limits.ts";
import type { JsonLimits } from "./json-scan.ts";

/** The limits of the bodies for an application: its rows may have a member `constructor` where a column is called so, in any case. */
export function bodyLimits({ tables }: AppDefinition, limits: Limits): Limits & JsonLimits {
  const constructorInRows = [...tables.values()].some(({ columns }) =>
    columns.some(({ name }) => name.toLowerCase() === "constructor"),
  );
  return constructorInRows ? { ...limits, constructorInRows } : limits;
}
