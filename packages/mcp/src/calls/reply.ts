import { type Mistake, ProblemError } from "@tablewright/client";

/** What came of a request: its JSON, or why it was refused. */
export type Reply<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly errors: readonly Mistake[] };

export function done<T>(value: T): Reply<T> {
  return { ok: true, value };
}

export function refused(...errors: readonly Mistake[]): Reply<never> {
  return { ok: false, errors };
}

/** The reply to a request of the client, which throws what is refused. */
export async function replyTo<T>(request: Promise<T>): Promise<Reply<T>> {
  try {
    return done(await request);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const { code, message, errors } = error;
    return errors.length > 0 ? refused(...errors) : refused({ code, message });
  }
}
