import {
  type Diagnostic,
  DiagnosticList,
  diagnose,
  diagnoseUnknown,
  type Outcome,
} from "../../../diagnostics/index.ts";
import { memo, type RequestContext } from "../../../expression/parts.ts";
import type { AppDefinition } from "../../../schema/index.ts";
import type { ContextField } from "../../properties/define-property.ts";
import { type CallProperties, propertiesOfCalls, requestProperties } from "../../properties/index.ts";
import type { Properties } from "../request.ts";
import { type Result, rejected } from "../result.ts";

/** What the properties of a call say. */
interface ReadProperties {
  readonly values: CallProperties;
  /** Those that do not read, for which what holds when they are left out is among the values. */
  readonly unread: readonly UnreadProperty[];
}

interface UnreadProperty {
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
  const found = new DiagnosticList();
  for (const name of Object.keys(properties))
    if (!NAMES.has(name)) addUnknown(found, name, '"Properties"', NAMES);
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

/**
 * Properties that do not read and yet are no error by themselves: a client that sends a zone of its own making with every call
 * is served as long as no call reads it. Whether one does is seen when it happens.
 */
export class InvalidProperties {
  readonly #unread: readonly UnreadProperty[];
  /** Those whose errors the call has come to need; made for the first. */
  #needed: Set<Diagnostic> | undefined;

  constructor(unread: readonly UnreadProperty[]) {
    this.#unread = unread;
  }

  /** A run of the call begins, which has read nothing yet. */
  begin(): void {
    this.#needed = undefined;
  }

  /** Those that the call has read so far; with any of them the call has gone by a guess and must not be carried out. */
  get errors(): readonly Diagnostic[] {
    return this.#needed === undefined ? NONE : [...this.#needed];
  }

  /** All of them as errors. */
  get unread(): readonly Diagnostic[] {
    return this.#unread.map(({ error }) => error);
  }

  get warnings(): readonly Diagnostic[] {
    if (this.#unread.length === 0) return NONE;
    return this.#unread.map(({ error }) => diagnose("request/ignored-property", { message: error.message }));
  }

  /** The context, noting what is read of it. */
  watch(context: RequestContext): RequestContext {
    if (this.#unread.length === 0) return context;
    const watched = { ...context };
    for (const { feeds, error } of this.#unread) {
      for (const field of feeds) {
        const get = () => {
          this.#needed ??= new Set();
          this.#needed.add(error);
          return context[field];
        };
        Object.defineProperty(watched, field, { get });
      }
    }
    return watched;
  }
}

/** The result, unless the call needed a property that could not be read: then that is its error. */
export function rejectIfRead(
  { needed: { errors } }: { readonly needed: InvalidProperties },
  result: Result,
): Result {
  if (errors.length === 0) return result;
  return rejected(result.ok ? errors : [...new Set([...errors, ...result.diagnostics])]);
}
