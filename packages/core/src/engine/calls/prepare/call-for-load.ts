import { EVERY_ERROR, type Outcome } from "../../../diagnostics/index.ts";
import type { TimeSlice } from "../../../expression/parts.ts";
import type { StoredColumnDefinition, TableDefinition } from "../../../schema/index.ts";
import type { CallSettings } from "../engine-options.ts";
import type { Properties } from "../request.ts";
import { prepareCall } from "./prepare-call.ts";
import type { PreparedCall } from "./prepared-call.ts";

/**
 * A call that works in the name of the application for as long as it takes, on one part of a load or one table. What its
 * properties say was written for it, so that one which does not read is an error.
 */
export async function callForLoad(
  { definition, services, limits, codes }: CallSettings,
  table: TableDefinition,
  { properties = {}, turn }: { readonly properties?: Properties; readonly turn?: TimeSlice },
  restored: ReadonlySet<StoredColumnDefinition> = new Set(),
): Promise<Outcome<PreparedCall>> {
  const request = { action: "Add", table: table.name, properties, ...(turn === undefined ? {} : { turn }) };
  const settings = {
    definition,
    services,
    ...(codes && { codes }),
    limits: { ...limits, ...UNLIMITED },
    everyRun: { listed: EVERY_ERROR, restored },
  };
  const read = await prepareCall(settings, { table, slice: undefined }, request, "Add");
  const unread = read.output?.needed.unread ?? [];
  return unread.length > 0 ? { output: undefined, diagnostics: unread } : read;
}

/** A day for the expressions of a part, and steps without end. */
const UNLIMITED = { milliseconds: 86_400_000, fuel: Number.MAX_SAFE_INTEGER };
