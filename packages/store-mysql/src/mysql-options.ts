import type { SslOptions } from "mysql2";

/** Where the database is, and how it is used. */
export interface MysqlOptions {
  readonly host?: string;
  readonly port?: number;
  readonly user?: string;
  readonly password?: string;
  readonly database: string;
  readonly ssl?: SslOptions;
  /** The most connections, of which altering tables takes two. */
  readonly pool?: number;
  /** Milliseconds after which a statement is given up; 0 is never. */
  readonly statementTimeout?: number;
  /** Milliseconds. */
  readonly connectionTimeout?: number;
  /** Milliseconds in which the server must answer whether it is there, before it is said to be away. Default 1,500. */
  readonly checkTimeout?: number;
  /** Take a database under whose settings an acknowledged change may be lost, such as one for tests. */
  readonly acceptsLoss?: boolean;
  /**
   * Whether rows are only read, as by a user who may do no more: nothing is made in the database. Where it has no tables of ours that the
   * user may read, the store `keepsNothing`.
   */
  readonly readOnly?: boolean;
  /**
   * Whether nothing is made: what opening would make is tried, and taken back. Where the database lacks tables of ours, the store
   * `keepsNothing`, and its `planOpen` returns what opening would do.
   */
  readonly dryRun?: boolean;
}

/**
 * The options of an address such as `mysql://user:password@host:3306/database?pool=20`. Its parameters are `pool`,
 * `statement_timeout`, `connection_timeout` and `check_timeout` in milliseconds, `accepts_loss`, and `ssl`: `true` for an encrypted
 * connection to a server whose certificate is verified, `unverified` for any.
 */
export function readMysqlAddress(address: string): MysqlOptions {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  // Not the address itself: it has the password.
  if (url === undefined || url.pathname.length < 2) throw new Error(`${NOT_UNDERSTOOD}${EXAMPLE}`);
  const options = Object.fromEntries(
    Array.from(url.searchParams, ([name, value]) => readOption(name, value)),
  );
  return {
    host: url.hostname.replace(/^\[(.*)\]$/u, "$1"),
    port: Number(url.port || 3306),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)),
    ...options,
  };
}

function readOption(name: string, value: string): readonly [string, unknown] {
  const [option, read, expected] = PARAMETERS[name] ?? [];
  if (option === undefined || read === undefined)
    throw new Error(
      `The address of the database has a parameter "${name}"; it takes ${Object.keys(PARAMETERS).join(", ")}.`,
    );
  const answer = read(value);
  if (answer === undefined)
    throw new Error(`The address of the database has ${name}=${value}; it takes ${expected}.`);
  return [option, answer];
}

const countFrom = (least: number) => (value: string) =>
  /^\d{1,9}$/u.test(value) && Number(value) >= least ? Number(value) : undefined;
const oneOf = (values: Readonly<Record<string, unknown>>) => (value: string) =>
  Object.hasOwn(values, value) ? structuredClone(values[value]) : undefined; // the driver fills in options that it is given

const PARAMETERS: Readonly<
  Record<string, readonly [option: keyof MysqlOptions, read: (value: string) => unknown, expected: string]>
> = {
  pool: ["pool", countFrom(2), "a whole number of at least 2"],
  statement_timeout: ["statementTimeout", countFrom(0), "a whole number of at least 0"],
  connection_timeout: ["connectionTimeout", countFrom(1), "a whole number of at least 1"],
  check_timeout: ["checkTimeout", countFrom(1), "a whole number of at least 1"],
  accepts_loss: ["acceptsLoss", oneOf({ true: true, false: false }), "true or false"],
  ssl: ["ssl", oneOf({ true: {}, unverified: { rejectUnauthorized: false } }), "true or unverified"],
};

const NOT_UNDERSTOOD = "The address of the database is not understood; ";
const EXAMPLE =
  'write it like "mysql://user:password@host:3306/database", with other characters than letters and digits in percent form.';
