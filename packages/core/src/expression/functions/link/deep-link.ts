import { joinTexts, type Meter } from "../../runtime/meter.ts";
import { percentEncode } from "../text/encode-url.ts";

/** The names that may stand in a deep link. */
type LinkName = "app" | "page" | "view" | "row" | "column" | "value" | "filter";

/** One `name=value` of a deep link; a name may come several times, and a blank value is empty. */
export type LinkPart = readonly [name: LinkName, value: string | null];

/** `#app=…&page=…&…`: the app first where one is given, every value percent-encoded as ENCODEURL does. */
export function deepLink(app: string | null | undefined, parts: readonly LinkPart[], meter: Meter): string {
  const all: readonly LinkPart[] = app ? [["app", app], ...parts] : parts;
  const pairs = all.map(([name, value]) => `${name}=${value === null ? "" : percentEncode(value, meter)}`);
  return joinTexts(["#", joinTexts(pairs, "&", meter)], "", meter);
}
