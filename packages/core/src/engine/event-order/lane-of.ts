import { hashText } from "../../values/index.ts";

/**
 * The lane of the events of one row to one receiver, such as a host. Two rows may share one, and then wait for each other,
 * which loses nothing.
 */
export function laneOf(
  { app, table, key }: { readonly app: string; readonly table: string; readonly key: string },
  receiver: string,
): number {
  return hashText([app, receiver, table, key].join("\n"));
}
