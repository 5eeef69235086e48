import type { Capabilities } from "@tablewright/core/storage";
import { type Finding, well } from "./finding.ts";

/** What a store has found out about its database. What is missing keeps nothing from being served. */
export function capabilityFindings(file: string, { product, all }: Capabilities): readonly Finding[] {
  const there = all.filter(({ missing }) => missing === undefined).map(({ name }) => name);
  const has = there.length === 0 ? "" : `, with ${there.join(", ")}`;
  const lacks = all.flatMap(({ name, missing, otherwise }) =>
    missing === undefined ? [] : [well(`${file}: It has no ${name} (${missing}), so ${otherwise}.`)],
  );
  return [well(`${file}: The database is ${product}${has}.`), ...lacks];
}
