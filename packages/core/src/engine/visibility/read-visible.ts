import type { ReadUse, RowReader, Store } from "../../storage/index.ts";
import type { Call } from "../calls/call.ts";
import { VisibleRows } from "./visible-rows.ts";

/** Works on what the caller may see of the store. */
export function readVisible<T>(
  call: Call,
  store: Store,
  work: (transaction: RowReader) => Promise<T>,
  use?: ReadUse,
): Promise<T> {
  const { caller, timeZone, identity } = call;
  return store.read((stored) => work(new VisibleRows(call, stored)), { ...use, caller, timeZone, identity });
}
