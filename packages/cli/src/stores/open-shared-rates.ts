import type { SharedRates } from "@tablewright/http";

/** Where servers over the store of an address share their limits in time; undefined where there is no such place. */
export async function openSharedRates(
  address: string,
): Promise<(SharedRates & { close(): Promise<void> }) | undefined> {
  if (!/^postgres(ql)?:/u.test(address)) return undefined;
  const { PostgresRates } = await import("@tablewright/store-postgres");
  return new PostgresRates(address);
}
