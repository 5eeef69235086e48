import { findName, requestProperties } from "@tablewright/core";
import type { Authenticated } from "../access/authenticate.ts";
import type { Call } from "../body/read-call.ts";
import type { Service } from "../service.ts";

/** What is reported of every request once its answer was sent or given up; no key and no value is in it. */
export interface CallReport extends Readonly<CallNotes> {
  /** The trace id of its answer, if that is an error. */
  readonly id: string;
  readonly method: string;
  /** As sent, without a query. */
  readonly path: string;
  /** Where the caller sits on the network, as far as the adapter knows. */
  readonly from: string | undefined;
  readonly status: number;
  /** The code of the first error. */
  readonly code: string | undefined;
  /** How many rows were answered. */
  readonly rows: number | undefined;
  /** From the head of the request to the end of its answer. */
  readonly milliseconds: number;
}

/**
 * What is learnt of a request on its way to its answer, noted for reports. Names are those that the definition declares, so there
 * are never more of them than it has; what was sent and is no such name is not noted.
 */
export interface CallNotes {
  /** The path of its route, with colons. */
  route?: string;
  app?: string;
  /** The name of the access key. */
  key?: string;
  table?: string;
  action?: string;
  /** Whom it is made for, as the caller says. */
  user?: string;
  /** The seconds after which it may be made again, where there were too many. */
  retryAfter?: number;
  /** How many rows it brought. */
  rowsSent?: number;
  /** The steps of its budget that it has spent. */
  fuel?: number;
}

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

const OPERATIONS = ["Add", "Edit", "Delete", "Find"].map((name) => ({ name }));

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

/** What is under way at one moment, in all applications. */
export interface CallLoad {
  /** Calls that are being carried out, or whose answers are being sent. */
  readonly working: number;
  /** Calls that wait for a place among those of their key. */
  readonly waiting: number;
  /** Bytes of bodies that are held. */
  readonly bodyBytes: number;
}

export function loadOf({ applications, waiting, bodies }: Service): CallLoad {
  let working = 0;
  for (const { keys } of applications) for (const { turns } of keys) working += turns.limiter.inside;
  return { working, waiting: waiting.taken, bodyBytes: bodies.taken };
}
