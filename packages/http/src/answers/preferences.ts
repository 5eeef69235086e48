import { type Diagnostic, diagnoseUnknown, type Outcome, suggest, type Wire, wires } from "@tablewright/core";
import { headerOf, type RequestHeaders } from "../api-request.ts";

/** What the header `Prefer` asks for. */
export interface Preferences {
  /** Undefined where it asks for none. */
  readonly wire: Wire | undefined;
  readonly trace: boolean;
}

/** Preferences of other services are ignored, as RFC 7240 has it; one that is probably meant for this one, and unknown, is an error. */
export function readPreferences(headers: RequestHeaders): Outcome<Preferences> {
  const prefer = headerOf(headers, "prefer");
  if (prefer === undefined) return NONE;
  const diagnostics: Diagnostic[] = [];
  let wire: Wire | undefined;
  let trace = false;
  for (const preference of prefer.split(",")) {
    const [written = ""] = preference.split(";");
    const [name = "", value] = written.split("=").map((part) => part.trim().replace(/^"(.*)"$/u, "$1"));
    const form = WIRES.find((one) => one === value?.toLowerCase());
    const meant = suggest(name, NAMES);
    if (meant === undefined) continue;
    if (name.toLowerCase() === "trace" && value === undefined) trace = true;
    else if (name.toLowerCase() === "wire" && form !== undefined) wire ??= form;
    else {
      const suggestion = meant === "trace" ? meant : `wire=${suggest(value ?? "", WIRES) ?? "typed"}`;
      diagnostics.push(diagnoseUnknown(written.trim().slice(0, LONGEST), 'the header "Prefer"', suggestion));
    }
  }
  return diagnostics.length > 0
    ? { output: undefined, diagnostics }
    : { output: { wire, trace }, diagnostics };
}

/** What was carried out of them, for the header `Preference-Applied`. */
export function appliedOf({ wire, trace }: Preferences): string {
  return [...(trace ? ["trace"] : []), ...(wire === undefined ? [] : [`wire=${wire}`])].join(", ");
}

const WIRES = wires.map(({ name }) => name);
const NAMES = ["wire", "trace"];

/** What is quoted of a preference. */
const LONGEST = 100;

const NONE: Outcome<Preferences> = { output: { wire: undefined, trace: false }, diagnostics: [] };
