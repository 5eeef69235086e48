import { type Diagnostic, diagnose, type Outcome } from "@tablewright/core";
import { readQuery } from "../access/address.ts";
import type { EventChoice, EventState } from "./event-operator.ts";

/** The events that a query chooses: `state`, `rule` and `limit`. */
export function readChoice(url: string): Outcome<EventChoice> {
  const state = readQuery(url, "state");
  if (state !== undefined && !isState(state)) return refuse("state", STATES.join(", "));
  const limit = readQuery(url, "limit") ?? String(DEFAULT);
  if (!/^[1-9]\d{0,3}$/u.test(limit) || Number(limit) > MOST_LISTED)
    return refuse("limit", `a whole number from 1 to ${MOST_LISTED}`);
  const rule = readQuery(url, "rule");
  const choice = { limit: Number(limit), ...(state && { state }), ...(rule === undefined ? {} : { rule }) };
  return { output: choice, diagnostics: [] };
}

function refuse(name: string, expected: string): { output: undefined; diagnostics: readonly Diagnostic[] } {
  return { output: undefined, diagnostics: [diagnose("request/query", { name, expected })] };
}

function isState(text: string): text is EventState {
  return STATES.some((state) => state === text);
}

const STATES: readonly EventState[] = ["waiting", "delivered", "failed", "dropped"];
const DEFAULT = 50;
const MOST_LISTED = 1_000;
