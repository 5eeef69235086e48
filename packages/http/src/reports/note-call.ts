import { findName, requestProperties } from "@tablewright/core";
import type { Authenticated } from "../access/authenticate.ts";
import type { Call } from "../body/read-call.ts";

/** Notes what the body of a call asks for. */
export function noteCall({ application, key, notes }: Authenticated, call: Call): void {
  const { app } = application.engine;
  const action =
    findName(OPERATIONS, call.action).match ?? findName([...app.actions.values()], call.action).match;
  if (action !== undefined) notes.action = action.name;
  const user = key.person?.email ?? identityIn(call.properties) ?? key.key.as ?? app.owner;
  if (user !== undefined) notes.user = user;
  if (Array.isArray(call.rows)) notes.rowsSent = call.rows.length;
}

const OPERATIONS = ["Add", "Edit", "Delete", "Find", "Batch", "Decide"].map((name) => ({ name }));

function identityIn(properties: Call["properties"]): string | undefined {
  for (const name of IDENTITIES) {
    const value = properties[name];
    if (typeof value === "string" && value !== "") return value.slice(0, LONGEST_USER);
  }
  return undefined;
}

/** The one that goes before first. */
const IDENTITIES = requestProperties.flatMap(({ name, readWith }) => (readWith === "identity" ? [name] : []));

/** Characters; an address of e-mail has no more than 254. */
const LONGEST_USER = 254;
