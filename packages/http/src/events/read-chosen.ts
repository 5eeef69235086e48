import { type Diagnostic, diagnose, type Outcome } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { isObject } from "../body/read-call.ts";
import type { ChosenEvents } from "./event-operator.ts";

/** The events that a body names: `{ "Ids": ["…"] }`, or `{ "Failed": true }` for all that have failed. */
export function readChosen(body: JsonValue): Outcome<ChosenEvents> {
  if (!isObject(body)) return refuse(diagnose("event/choice", {}));
  const members = Object.entries(body);
  const [[name, value] = []] = members;
  if (members.length !== 1 || name === undefined) return refuse(diagnose("event/choice", {}));
  if (name.toLowerCase() === "failed" && value === true) return { output: "failed", diagnostics: [] };
  if (name.toLowerCase() !== "ids" || !isTexts(value)) return refuse(diagnose("event/choice", {}));
  if (value.length > MOST_NAMED) return refuse(diagnose("limit/chosen-events", { limit: MOST_NAMED }));
  return { output: value, diagnostics: [] };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string");
}

function refuse(diagnostic: Diagnostic): { output: undefined; diagnostics: readonly Diagnostic[] } {
  return { output: undefined, diagnostics: [diagnostic] };
}

const MOST_NAMED = 200;
