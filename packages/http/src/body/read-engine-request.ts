import { type EngineRequest, nameableBy, type Outcome, refuseCall } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import type { Authenticated } from "../access/authenticate.ts";
import { callerOf } from "../access/identity-in-query.ts";
import { overLimit } from "../answers/over-limit.ts";
import type { Service } from "../service.ts";
import { unreadableBody } from "./parse-json.ts";
import { isObject, type JsonObject, noteCall, readCall } from "./read-call.ts";

/** What the engine is asked by a body, once the key may ask for it; `otherwise` is the action of a body that names none. */
export function readEngineRequest(
  { limits }: Service,
  authenticated: Authenticated,
  body: JsonValue,
  otherwise = "",
): Outcome<EngineRequest> {
  const { key, table } = authenticated;
  const { output: call, diagnostics } = readCall(body);
  if (call === undefined) return { output: undefined, diagnostics };
  const action = call.action || otherwise;
  noteCall(authenticated, { ...call, action });
  const forbidden = refuseCall(key.key, { ...call, action }, table);
  if (forbidden !== undefined) return { output: undefined, diagnostics: [forbidden] };
  const rows = readRows(call.rows, limits.rows);
  if (rows.output === undefined) return { output: undefined, diagnostics: rows.diagnostics };
  const { properties } = call;
  const caller = callerOf(key);
  const nameable = nameableBy(key.key);
  const accessKey = key.key.name;
  const reportFuel = (steps: number) => {
    authenticated.notes.fuel = steps;
  };
  return {
    output: { action, table, rows: rows.output, properties, caller, accessKey, nameable, reportFuel },
    diagnostics,
  };
}

/** The rows of a call: none, or a list of objects, at most `limit` of them. */
export function readRows(rows: JsonValue | undefined, limit: number): Outcome<readonly JsonObject[]> {
  if (rows === undefined) return { output: [], diagnostics: [] };
  if (!Array.isArray(rows)) return unreadableBody('its "Rows" is not a list');
  if (rows.length > limit) {
    return { output: undefined, diagnostics: [overLimit("rows", limit, rows.length)] };
  }
  const wrong = rows.findIndex((row) => !isObject(row));
  if (wrong !== -1) return unreadableBody(`row ${wrong + 1} of its "Rows" is not an object`);
  return { output: rows, diagnostics: [] };
}
