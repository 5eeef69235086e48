import type { AppDefinition } from "@tablewright/core";
import { count } from "../../count.ts";
import { plainKeyRefusal } from "../plain-key-refusal.ts";
import { type Finding, well, wrong } from "./finding.ts";

/** Whether somebody can call an application; `now` in milliseconds since 1970-01-01T00:00:00Z. */
export function checkKeys(
  file: string,
  { api }: Pick<AppDefinition, "api">,
  { takesPlainKeys, now }: { readonly takesPlainKeys: boolean; readonly now: number },
): Finding {
  const refusal = takesPlainKeys ? undefined : plainKeyRefusal(file, api);
  if (refusal !== undefined) return wrong(refusal);
  if (!api.enabled) return wrong(`${file}: Its API is switched off in the definition: api.enabled.`);
  if (api.accessKeys.length === 0)
    return well(`${file}: There is no access key; each start makes one that works until it ends.`);
  const working = api.accessKeys.filter(
    ({ disabled, expires }) => !disabled && (expires === undefined || now < Date.parse(expires)),
  );
  return working.length === 0
    ? wrong(`${file}: None of its access keys works: all are disabled or have expired.`)
    : well(`${file}: ${count(working.length, "access key")} of ${api.accessKeys.length} in use.`);
}
