import {
  type CallerIdentity,
  type HistoryRequest,
  nameableBy,
  type Outcome,
  refuseCall,
} from "@tablewright/core";
import type { HeldKey } from "./access-key.ts";
import { readQueryAddress } from "./address.ts";

/** For whom a request without a body is made: for whom its key speaks, or whom the query names where the key lets it. */
export function identityInQuery(
  held: HeldKey,
  url: string,
  table: string,
): Outcome<Pick<HistoryRequest, "accessKey" | "caller" | "nameable" | "properties">> {
  const { key } = held;
  const email = readQueryAddress(url, NAME);
  const properties = email === undefined ? {} : { [NAME]: email };
  const forbidden = refuseCall(key, { action: "", properties }, table);
  if (forbidden !== undefined) return { output: undefined, diagnostics: [forbidden] };
  const output = { accessKey: key.name, caller: callerOf(held), nameable: nameableBy(key), properties };
  return { output, diagnostics: [] };
}

const NAME = "RunAsUserEmail";

/** Whom the calls with a key are made for; undefined is the owner, unless the call names a user. */
export function callerOf({
  key: { as, runAs },
  person,
}: Pick<HeldKey, "key" | "person">): CallerIdentity | undefined {
  if (person !== undefined) return person;
  if (as !== undefined) return { email: as, mayNameAnother: runAs === true };
  if (runAs === "caller") return "named";
  return runAs ? undefined : "owner";
}
