import { ExpressionError } from "../src/expression/index.ts";

/** What a caller of the public face gets: a value, or the code of an error. */
export type Outcome<T> = { readonly value: T } | { readonly error: string };

/** Whatever is thrown but `ExpressionError` is thrown on. */
export function outcome<T>(run: () => T): Outcome<T> {
  try {
    return { value: run() };
  } catch (thrown) {
    if (!(thrown instanceof ExpressionError)) throw thrown;
    return { error: thrown.code };
  }
}
