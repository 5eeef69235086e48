import type { PostgresOptions } from "../src/index.ts";

/** The address of a schema as a process of its own takes it. */
export function processAddress({ connectionString, schema, checkTimeout }: PostgresOptions): string {
  const address = new URL(String(connectionString));
  const timeouts = { check_timeout: String(checkTimeout), connection_timeout: String(checkTimeout) };
  const parameters = { schema: String(schema), pool: "4", accepts_loss: "true", ...timeouts };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return address.href;
}
