/** The store in PostgreSQL, and what a database of another program holds: `@tablewright/store-postgres`. */
export { introspectPostgres } from "./introspect/introspect-postgres.ts";
export { postgresStore } from "./open-postgres.ts";
export type { PostgresOptions } from "./postgres-options.ts";
export { PostgresRates } from "./postgres-rates.ts";
