import {
  type BatchCall,
  type BatchRequest,
  type Diagnostic,
  type EngineRequest,
  nameableBy,
  type Outcome,
  refuseCall,
} from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { callerOf } from "../access/access-key.ts";
import type { ApplicationAdmission, Authenticated } from "../access/authenticate.ts";
import { overLimit } from "../limits.ts";
import type { Service } from "../service.ts";
import { unreadableBody } from "./parse-json.ts";
import { isObject, type JsonObject, MOST_WARNINGS, noteCall, readCall, takeMembers } from "./read-call.ts";

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
function readRows(rows: JsonValue | undefined, limit: number): Outcome<readonly JsonObject[]> {
  if (rows === undefined) return { output: [], diagnostics: [] };
  if (!Array.isArray(rows)) return unreadableBody('its "Rows" is not a list');
  if (rows.length > limit) {
    return { output: undefined, diagnostics: [overLimit("rows", limit, rows.length)] };
  }
  const wrong = rows.findIndex((row) => !isObject(row));
  if (wrong !== -1) return unreadableBody(`row ${wrong + 1} of its "Rows" is not an object`);
  return { output: rows, diagnostics: [] };
}

/** What the engine is asked by the body of a batch, once the key may ask for each of its calls. */
export function readBatchRequest(
  { limits }: Service,
  admission: ApplicationAdmission,
  body: JsonValue,
): Outcome<BatchRequest> {
  const { application, key: held, notes } = admission;
  const { name } = application.engine.app;
  const { output: taken, diagnostics } = takeMembers(body, ["Calls"]);
  if (taken === undefined) return { output: undefined, diagnostics };
  const whole = readCall(taken.rest, EXAMPLE);
  if (whole.output === undefined) return { output: undefined, diagnostics: whole.diagnostics };
  const { properties, action, rows } = whole.output;
  if (action !== "" || rows !== undefined) return refuse('its "Action" and "Rows" are in its "Calls"');
  const { Calls: sent } = taken.members;
  if (!Array.isArray(sent)) return refuse('its "Calls" is not a list');
  const forbidden = refuseCall(held.key, { action: "", properties }, name);
  if (forbidden !== undefined) return { output: undefined, diagnostics: [forbidden] };
  const calls: BatchCall[] = [];
  const warnings: Diagnostic[] = [...whole.diagnostics];
  let left = limits.rows;
  for (const [at, one] of sent.entries()) {
    const read = readOne(admission, one as JsonValue, left);
    const located = read.diagnostics.map((diagnostic) => ({ ...diagnostic, call: at + 1 }));
    if (read.output === undefined) return { output: undefined, diagnostics: located };
    calls.push(read.output);
    left -= read.output.rows?.length ?? 0;
    for (const warning of located) if (warnings.length < MOST_WARNINGS) warnings.push(warning);
  }
  noteCall({ ...admission, table: name }, { action: "Batch", properties, rows: undefined });
  notes.rowsSent = limits.rows - left;
  return {
    output: {
      calls,
      properties,
      caller: callerOf(held),
      nameable: nameableBy(held.key),
      accessKey: held.key.name,
      reportFuel: (steps) => {
        notes.fuel = steps;
      },
    },
    diagnostics: warnings,
  };
}

/** One call, with at most `limit` rows. */
function readOne({ key: held }: ApplicationAdmission, sent: JsonValue, limit: number): Outcome<BatchCall> {
  const { output: taken, diagnostics } = takeMembers(sent, ["Table"]);
  if (taken === undefined) return { output: undefined, diagnostics };
  const call = readCall(taken.rest, EXAMPLE);
  if (call.output === undefined) return { output: undefined, diagnostics: call.diagnostics };
  const { Table: table } = taken.members;
  if (typeof table !== "string") return refuse('the "Table" of a call is not a text');
  const { action, properties } = call.output;
  const forbidden = refuseCall(held.key, { action, properties }, table);
  if (forbidden !== undefined) return { output: undefined, diagnostics: [forbidden] };
  const rows = readRows(call.output.rows, limit);
  if (rows.output === undefined) return { output: undefined, diagnostics: rows.diagnostics };
  return { output: { table, action, properties, rows: rows.output }, diagnostics: call.diagnostics };
}

const EXAMPLE = '{"Calls": [{"Table": "Orders", "Action": "Add", "Rows": [{}]}]} with a member for each call';

function refuse(reason: string): Outcome<never> {
  return unreadableBody(reason, EXAMPLE);
}
