import { SILENCE_MS } from "@tablewright/store-sql";
import { MysqlError } from "./mysql-error.ts";
import type { MysqlOptions } from "./mysql-options.ts";

/** Texts are equal when their bytes are, trailing blanks included. Comments that the other server reads are not read by one. */
export const COLLATION = "/*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */";

/** Each statement after it is given up after so many milliseconds; never for 0. MySQL gives up only those that read. */
export function limitStatements(milliseconds: number): string {
  return (
    `set /*M! max_statement_time = ${milliseconds / 1_000} */ ` +
    `/*!80000 max_execution_time = ${milliseconds} */`
  );
}

/** Statements that make a connection what the store relies on; the last one tells whether they did. */
export function beginSession(isCluster: boolean): string {
  return [...(isCluster ? [WAIT_FOR_OTHERS] : []), ...SESSION].join("; ");
}

/** What begins on one node of a cluster, after it was acknowledged on another, sees it. */
const WAIT_FOR_OTHERS = "set session wsrep_sync_wait = 1";

/** Seconds that a statement waits for the lock of another. */
export const LOCK_WAIT = "set innodb_lock_wait_timeout = 30";

const SESSION = [
  `set names utf8mb4 collate ${COLLATION}`,
  "set sql_mode = 'ANSI_QUOTES,PIPES_AS_CONCAT,STRICT_ALL_TABLES,NO_BACKSLASH_ESCAPES,NO_ENGINE_SUBSTITUTION'",
  "set time_zone = '+00:00', autocommit = 1, sql_auto_is_null = 0, sql_safe_updates = 0, sql_big_selects = 1",
  LOCK_WAIT,
  "set sql_select_limit = default, group_concat_max_len = default",
  "set session transaction isolation level repeatable read",
  "set /*M! default_regex_flags = '', in_predicate_conversion_threshold = 0 */ /*!80000 autocommit = 1 */",
  `set /*M! idle_transaction_timeout = ${SILENCE_MS / 1_000} */ /*!80000 autocommit = 1 */`,
  "select @@collation_connection, @@sql_mode, @@time_zone, @@autocommit, @@max_allowed_packet",
];

/** The bytes that the server takes at once. Throws when a connection is not what the store relies on. */
export function readSession(
  [collation, mode, zone, autocommit, packet]: readonly unknown[],
  place: string,
): number {
  const isExact = collation === "utf8mb4_nopad_bin" || collation === "utf8mb4_0900_bin";
  const modes = String(mode).split(",");
  const isStrict = ["ANSI_QUOTES", "PIPES_AS_CONCAT", "STRICT_ALL_TABLES", "NO_BACKSLASH_ESCAPES"].every(
    (one) => modes.includes(one),
  );
  if (!isExact || !isStrict || zone !== "+00:00" || Number(autocommit) !== 1)
    throw new MysqlError(
      `${place} does not keep the settings of a connection; name the server itself, not a proxy.`,
    );
  if (Number(packet) < SMALLEST_PACKET)
    throw new MysqlError(
      `${place} has max_allowed_packet = ${packet}; set it to at least ${SMALLEST_PACKET}.`,
    );
  return Number(packet);
}

/** A text of a million characters, whatever they are. */
const SMALLEST_PACKET = 8_388_608;

/** What `refuseWeakSettings` looks at. */
export const READ_SETTINGS =
  "select version(), @@global.innodb_flush_log_at_trx_commit, @@global.log_bin, @@global.sync_binlog, " +
  "@@global.innodb_doublewrite, @@global.innodb_flush_method, @@global.read_only";

/** One row where the server is a node of a Galera cluster. */
export const READ_CLUSTER = "show global variables where variable_name = 'wsrep_on' and value = 'ON'";

/**
 * Throws when the server is too old, or when a commit that was acknowledged might not survive a crash or a loss of power,
 * unless that is accepted or none is made.
 */
export function refuseWeakMysql(
  settings: readonly unknown[],
  place: string,
  { acceptsLoss, readOnly = false }: MysqlOptions,
): void {
  const [version, flush, log, sync, doublewrite, method, takesNoWrites] = settings.map(String);
  const [, major = "0", minor = "0", patch = "0"] = /(\d+)\.(\d+)\.(\d+)/u.exec(version ?? "") ?? [];
  const number = Number(major) * 10_000 + Number(minor) * 100 + Number(patch);
  const isMaria = version?.includes("MariaDB") === true;
  if (number < (isMaria ? 100_600 : 80_017))
    throw new MysqlError(`${place} is version ${version}; take MariaDB 10.6 or MySQL 8.0.17, or later.`);
  if (readOnly) return;
  if (takesNoWrites !== "0" && takesNoWrites !== "OFF")
    throw new MysqlError(`${place} is read-only: name the primary server.`);
  if (acceptsLoss) return;
  const lose = (setting: string, expected: string) => {
    throw new MysqlError(
      `${place} has ${setting}, so changes that were acknowledged may be lost; set it to ${expected}.`,
    );
  };
  if (flush !== "1") lose(`innodb_flush_log_at_trx_commit = ${flush}`, "1");
  if (/^(1|ON)$/u.test(log ?? "") && sync !== "1") lose(`a binary log and sync_binlog = ${sync}`, "1");
  if (/^(0|OFF)$/u.test(doublewrite ?? "")) lose(`innodb_doublewrite = ${doublewrite}`, "ON");
  if (/^nosync$/iu.test(method ?? "")) lose(`innodb_flush_method = ${method}`, "fsync or O_DIRECT");
}
