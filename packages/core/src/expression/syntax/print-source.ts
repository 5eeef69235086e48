import { parse } from "./parse.ts";
import { print } from "./print.ts";

/** A source in its plainest form on one line; one that does not read alone stays as it is. */
export function printSource(source: string, tableNames: readonly string[] = []): string {
  const { output } = parse(source, tableNames);
  return output === undefined ? source : print(output);
}
