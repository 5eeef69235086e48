import { type Diagnostic, diagnose } from "../../../diagnostics/index.ts";
import type { RequestContext } from "../../../expression/parts.ts";
import { type Result, rejected } from "../result.ts";
import type { UnreadProperty } from "./read-properties.ts";

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

const NONE: readonly Diagnostic[] = [];

/** The result, unless the call needed a property that could not be read: then that is its error. */
export function rejectIfRead(
  { needed: { errors } }: { readonly needed: InvalidProperties },
  result: Result,
): Result {
  if (errors.length === 0) return result;
  return rejected(result.ok ? errors : [...new Set([...errors, ...result.diagnostics])]);
}
