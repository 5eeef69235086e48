import {
  type Diagnostic,
  DiagnosticList,
  diagnoseUnknown,
  type Outcome,
} from "../../../diagnostics/index.ts";
import { memo } from "../../../expression/parts.ts";
import type { AppDefinition } from "../../../schema/index.ts";
import type { ContextField } from "../../properties/define-property.ts";
import { type CallProperties, propertiesOfCalls, requestProperties } from "../../properties/index.ts";
import type { Properties } from "../request.ts";

/** What the properties of a call say. */
export interface ReadProperties {
  readonly values: CallProperties;
  /** Those that do not read, for which what holds when they are left out is among the values. */
  readonly unread: readonly UnreadProperty[];
}

export interface UnreadProperty {
  /** What of the context would have come from it. */
  readonly feeds: readonly ContextField[];
  /** Of a call that reads one of these. */
  readonly error: Diagnostic;
}

/** Reads the properties of every call, and collects the errors of all of them. What holds without any is read once. */
export function readProperties(properties: Properties, app: AppDefinition): Outcome<ReadProperties> {
  return Object.keys(properties).length > 0 ? readSent(properties, app) : withoutAny(app);
}

/** What holds in an application where nothing is sent. */
const withoutAny = memo((app: AppDefinition) => readSent({}, app));

function readSent(properties: Properties, app: AppDefinition): Outcome<ReadProperties> {
  const values: Record<string, unknown> = {};
  const unread: UnreadProperty[] = [];
  let errors: DiagnosticList | undefined;
  for (const { name, read, feeds } of propertiesOfCalls) {
    const { output, diagnostics } = read(Object.hasOwn(properties, name) ? properties[name] : undefined, app);
    values[name] = output;
    const [error] = diagnostics;
    if (error === undefined) continue;
    if (feeds === undefined) {
      errors ??= new DiagnosticList();
      errors.addAll(diagnostics);
    } else {
      values[name] = read(undefined, app).output;
      unread.push({ feeds, error });
    }
  }
  if (errors !== undefined) return { output: undefined, diagnostics: errors.all };
  return { output: { values: values as CallProperties, unread }, diagnostics: [] };
}

/**
 * A warning for each property that is not known, and an error where a known one was probably meant: without its "DryRun" or its
 * "Selector" a call would do something else.
 */
export function unknownProperties(properties: Properties): readonly Diagnostic[] {
  const names = Object.keys(properties);
  if (names.length === 0) return NONE;
  const found = new DiagnosticList();
  for (const name of names) if (!NAMES.has(name)) addUnknown(found, name, '"Properties"', NAMES);
  return found.all;
}

/** A member that is not known: an error where one of the `candidates` was probably meant, a warning otherwise. */
export function addUnknown(
  found: DiagnosticList,
  name: string,
  where: string,
  candidates: Iterable<string>,
): void {
  const suggestion = found.suggest(name, candidates);
  const describe = () => diagnoseUnknown(name, where, suggestion);
  if (suggestion === undefined) found.warn(describe);
  else found.add(describe());
}

const NAMES: ReadonlySet<string> = new Set(requestProperties.map(({ name }) => name));

const NONE: readonly Diagnostic[] = [];
