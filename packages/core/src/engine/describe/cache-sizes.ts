import { countRemembered } from "../../expression/parts.ts";
import { countLocales, countTimeZones } from "../../values/index.ts";

/** Entries of what is kept under names that callers choose, in the whole process: expressions that were checked, Locales and time zones. */
export function cacheSizes(): Readonly<Record<"expressions" | "locales" | "timeZones", number>> {
  return { expressions: countRemembered(), locales: countLocales(), timeZones: countTimeZones() };
}
