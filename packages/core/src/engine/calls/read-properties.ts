import { DiagnosticList, diagnose, type Outcome } from "../../diagnostics/index.ts";
import type { AppDefinition } from "../../schema/index.ts";
import { type CallProperties, propertiesOfCalls, requestProperties } from "../properties/index.ts";
import type { Properties } from "./request.ts";

/** Reads the properties of every call, and gathers the errors of all of them. */
export function readProperties(properties: Properties, app: AppDefinition): Outcome<CallProperties> {
  const values: Record<string, unknown> = {};
  let errors: DiagnosticList | undefined;
  for (const { name, read } of propertiesOfCalls) {
    const { output, diagnostics } = read(Object.hasOwn(properties, name) ? properties[name] : undefined, app);
    values[name] = output;
    if (diagnostics.length === 0) continue;
    errors ??= new DiagnosticList();
    errors.addAll(diagnostics);
  }
  if (errors !== undefined) return { output: undefined, diagnostics: errors.all };
  return { output: values as CallProperties, diagnostics: [] };
}

/** A warning for each property that is not known; the nearest known one is looked for. */
export function unknownProperties(properties: Properties): DiagnosticList {
  const warnings = new DiagnosticList();
  const where = '"Properties"';
  for (const name of Object.keys(properties)) {
    if (NAMES.has(name)) continue;
    warnings.warn(() => {
      const suggestion = warnings.suggest(name, NAMES);
      return diagnose("request/unknown-member", { name, where, suggestion });
    });
  }
  return warnings;
}

const NAMES: ReadonlySet<string> = new Set(requestProperties.map(({ name }) => name));
