import type { PoolConfig } from "pg";

/** Where the database is, and how it is used; what is not said is as `pg` and its environment variables have it. */
export interface PostgresOptions extends PoolConfig {
  /** The schema that the tables lie in, made when it is missing; otherwise the first one on the user's search path. */
  readonly schema?: string | undefined;
  /** Take a database under whose settings an acknowledged change may be lost, such as one for tests. */
  readonly acceptsLoss?: boolean;
}

/**
 * The options of an address such as `postgres://user:password@host:5432/database?schema=shop&pool=20`: `schema`, `pool`
 * for the most connections, `statement_timeout` and `connection_timeout` in milliseconds, `accepts_loss=true` for
 * `acceptsLoss`. The rest of its parameters are as the driver has them, such as `sslmode`.
 */
export function readAddress(address: string): PostgresOptions {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    // Not the error itself: it would show the password.
    throw new Error(
      "The address of the database is not understood; write it like " +
        '"postgres://user:password@host:5432/database", with other characters than letters and digits in percent form.',
    );
  }
  const take = (name: string) => {
    const value = url.searchParams.get(name);
    url.searchParams.delete(name);
    return value;
  };
  const schema = take("schema");
  const accepts = take("accepts_loss");
  if (accepts !== null && accepts !== "true" && accepts !== "false")
    throw new Error(`The address of the database has accepts_loss=${accepts}; it takes true or false.`);
  const counts = COUNTS.flatMap(([name, option, least]) => {
    const written = take(name);
    return written === null ? [] : [[option, readCount(name, written, least)] as const];
  });
  return {
    ...Object.fromEntries(counts),
    connectionString: url.href,
    ...(schema === null ? {} : { schema }),
    ...(accepts === null ? {} : { acceptsLoss: accepts === "true" }),
  };
}

/** What an address calls them, what the driver does, and the least that makes sense; no limit of time is 0. */
const COUNTS: readonly (readonly [name: string, option: keyof PostgresOptions, least: number])[] = [
  ["pool", "max", 1],
  ["statement_timeout", "statement_timeout", 0],
  ["connection_timeout", "connectionTimeoutMillis", 0],
];

function readCount(name: string, written: string, least: number): number {
  const count = /^\d{1,9}$/u.test(written) ? Number(written) : Number.NaN;
  if (count >= least) return count;
  throw new Error(
    `The address of the database has ${name}=${written}; it takes a whole number of at least ${least}.`,
  );
}
