import { countFrom, type ServerUse, takeParameters, trueOrFalse } from "@tablewright/store-sql";
import type { SslOptions } from "mysql2";

/** Where the database is, and how it is used. */
export interface MysqlOptions extends ServerUse {
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
  const options = takeParameters(url, PARAMETERS);
  const [unknown] = url.searchParams.keys();
  if (unknown !== undefined)
    throw new Error(
      `The address of the database has a parameter "${unknown}"; it takes ${Object.keys(PARAMETERS).join(", ")}.`,
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

const PARAMETERS = {
  pool: countFrom("pool", 2),
  statement_timeout: countFrom("statementTimeout", 0),
  connection_timeout: countFrom("connectionTimeout", 1),
  check_timeout: countFrom("checkTimeout", 1),
  accepts_loss: trueOrFalse("acceptsLoss"),
  ssl: ["ssl", readSsl, "true or unverified"],
} as const;

/** The driver fills in options that it is given. */
function readSsl(value: string): SslOptions | undefined {
  if (value === "true") return {};
  return value === "unverified" ? { rejectUnauthorized: false } : undefined;
}

const NOT_UNDERSTOOD = "The address of the database is not understood; ";
const EXAMPLE =
  'write it like "mysql://user:password@host:3306/database", with other characters than letters and digits in percent form.';
