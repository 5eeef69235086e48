import {
  countFrom,
  quoteName,
  type ServerUse,
  SILENCE_MS,
  takeParameters,
  trueOrFalse,
} from "@tablewright/store-sql";
import type { PoolConfig } from "pg";

/** Where the database is, and how it is used; what is not said is as `pg` and its environment variables have it. */
export interface PostgresOptions extends PoolConfig, ServerUse {
  /** The schema that the tables lie in, made when it is missing; otherwise the first one on the user's search path. */
  readonly schema?: string | undefined;
  /**
   * Settings that each transaction has, by their names, such as `app.email`, and what they are of the person it is for: `email`, `role`, or
   * `settings.` with the name of one. Policies of row-level security read them by `current_setting('app.email')`; one that nothing is
   * known of is an empty text.
   */
  readonly callSettings?: Readonly<Record<string, string>> | undefined;
  /**
   * Whether a connection keeps what is prepared and set on it, which it does unless a pooler gives it another session of the
   * server for each transaction. Without it nothing is kept between transactions.
   */
  readonly prepare?: boolean;
  /** A standby that answers reads of callers; what it does not say is as for the database itself. */
  readonly read?: PostgresOptions | undefined;
  /** Milliseconds that the standby may be behind and still be read. */
  readonly readLag?: number;
}

export const MOST_CONNECTIONS = 10;

/** Times are in milliseconds. A process that holds the database longer is cut off, and the others go on. */
export const DEFAULTS: PostgresOptions = {
  max: MOST_CONNECTIONS,
  application_name: "tablewright",
  keepAlive: true,
  connectionTimeoutMillis: 10_000,
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: SILENCE_MS,
};

/**
 * The options of an address such as `postgres://user:password@host:5432/database?schema=shop&pool=20`: `schema`, `pool`
 * for the most connections, `statement_timeout`, `connection_timeout` and `check_timeout` in milliseconds, `accepts_loss=true` for
 * `acceptsLoss`, `prepare=false` for a pooler in transaction mode, `read` for the address of a standby with `read_lag`,
 * `call_settings=app.email:email,app.role:role` for `callSettings`. The rest of its parameters are as the driver has them, such
 * as `sslmode`.
 */
export function readPostgresAddress(address: string): PostgresOptions {
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
  const read = url.searchParams.get("read");
  url.searchParams.delete("read");
  return {
    ...takeParameters(url, PARAMETERS),
    connectionString: url.href,
    ...(read === null ? {} : { read: readStandby(read) }),
  };
}

const PARAMETERS = {
  schema: ["schema", String, ""],
  call_settings: [
    "callSettings",
    readCallSettings,
    'names with a point in them and what they are of the caller, like "call_settings=app.email:email,app.role:role,app.team:settings.Team"',
  ],
  pool: countFrom("max", 1),
  statement_timeout: countFrom("statement_timeout", 0),
  connection_timeout: countFrom("connectionTimeoutMillis", 0),
  check_timeout: countFrom("checkTimeout", 1),
  read_lag: countFrom("readLag", 0),
  accepts_loss: trueOrFalse("acceptsLoss"),
  prepare: trueOrFalse("prepare"),
} as const;

function readCallSettings(written: string): Readonly<Record<string, string>> | undefined {
  const each = written.split(",").map((one) => CALL_SETTING.exec(one.trim()));
  return each.includes(null) ? undefined : Object.fromEntries(each.map((match) => [match?.[1], match?.[2]]));
}

/** A setting of the server's own has no point in its name. */
const CALL_SETTING = /^([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+):(email|role|settings\.[^,]+)$/u;

function readStandby(address: string): PostgresOptions {
  const isOne = /^postgres(?:ql)?:/u.test(address) && URL.canParse(address);
  const { read, readLag, ...options } = isOne ? readPostgresAddress(address) : {};
  if (isOne && read === undefined && readLag === undefined) return options;
  throw new Error(
    "The address of the database has a read=… that is no address of a standby; " +
      'it takes one like "read=postgres://user:password@standby:5432/database".',
  );
}

/** What the driver is to know, and what is set on each session, or in each transaction where sessions are shared. */
export interface SessionSettings {
  readonly config: PoolConfig;
  /** Such as `statement_timeout = 30000`. */
  readonly settings: readonly string[];
}

/** The driver would send limits of time as it connects, which poolers refuse. */
export function sessionSettings(options: PostgresOptions): SessionSettings {
  const {
    schema,
    acceptsLoss: _,
    prepare: __,
    read: ___,
    readLag: ____,
    checkTimeout: _____,
    readOnly: ______,
    dryRun: _______,
    callSettings: ________,
    ...config
  } = options;
  const limits = LIMITS.flatMap((name) => {
    const milliseconds = config[name];
    delete config[name];
    return typeof milliseconds === "number" ? [`${name} = ${milliseconds}`] : [];
  });
  const path = schema === undefined ? [] : [`search_path to ${quoteName(schema)}`];
  return { config, settings: ["datestyle to iso", JIT, ...path, ...limits] };
}

/** Compiling takes seconds where the planner overestimates, as it does for a table that was never analysed. */
const JIT = "jit = off";

const LIMITS = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"] as const;
