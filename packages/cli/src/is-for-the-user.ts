/**
 * Whether a person can do something about it: a definition that asks for too much, rows that do not fit it any more, a
 * database that is away, a function without code.
 */
export function isForTheUser(error: Error): boolean {
  return error instanceof TypeError || ("code" in error && CODES.test(String(error.code)));
}

const CODES =
  /^(?:server\/(?:store-\w+|migration-refused|definition-outdated)|definition\/(?:function-without-code|function-differs|uncached-function))$/u;
