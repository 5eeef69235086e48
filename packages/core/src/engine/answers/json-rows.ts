import { type Diagnostic, joinDiagnostics } from "../../diagnostics/index.ts";
import type { Call } from "../calls/call.ts";
import type { Accepted } from "../calls/result.ts";
import type { AnsweredRows, JsonRows } from "./answered-rows.ts";
import { JsonOutput } from "./json-output.ts";

/** For a program that passes rows on without looking at them, such as a server: `result.rows` is then never made. */
export function jsonRowsOf(result: Accepted): JsonRows {
  return (
    jsonRows.get(result) ?? {
      count: result.rows.length,
      pieces: () => [JsonOutput.bytesOf(JSON.stringify(result.rows))],
    }
  );
}

/**
 * A result whose rows, unless they are few, are made into objects when they are first looked at. The caller learns what the call
 * warns of from its beginning, and then what the stages found.
 */
export function accepted(
  call: Pick<Call, "warnings">,
  rows: AnsweredRows,
  ...found: readonly (readonly Diagnostic[])[]
): Accepted {
  const warnings = joinDiagnostics(call.warnings, ...found);
  if (rows.count <= FEW) return { ok: true, rows: rows.objects, warnings };
  const result: Accepted = {
    ok: true,
    get rows() {
      return rows.objects;
    },
    warnings,
  };
  Object.defineProperty(result, INSPECT, { value: () => ({ ...result }) });
  jsonRows.set(result, rows);
  return result;
}

/** To put off making so few would cost more than making them. */
const FEW = 100;

/** What Node calls to print an object: it would show a getter, and people want to see the rows. */
const INSPECT = Symbol.for("nodejs.util.inspect.custom");

/** A result that was copied since is not among them, and its rows are taken as they stand. */
const jsonRows = new WeakMap<Accepted, JsonRows>();
