import { type Diagnostic, diagnose, type HistoryRequest, nameableBy, type Outcome } from "@tablewright/core";
import type { HeldKey } from "./access-key.ts";
import { readQueryAddress } from "./address.ts";
import { callerOf } from "./key-holder.ts";

/** For whom a request without a body is made: for whom its key speaks, or whom the query names where the key lets it. */
export function identityInQuery(
  held: HeldKey,
  url: string,
  action: string,
  table: string,
): Outcome<Pick<HistoryRequest, "caller" | "nameable" | "properties">> {
  const { key } = held;
  const email = readQueryAddress(url, NAME);
  if (email !== undefined && !key.runAs) return { output: undefined, diagnostics: [forbidden()] };
  const properties = email === undefined ? {} : { [NAME]: email };
  return { output: { caller: callerOf(held), nameable: nameableBy(key), properties }, diagnostics: [] };

  function forbidden(): Diagnostic {
    const by = `the access key "${key.name}"`;
    return diagnose("access/not-allowed", { action: `${action} with ${NAME}`, table, by });
  }
}

const NAME = "RunAsUserEmail";
