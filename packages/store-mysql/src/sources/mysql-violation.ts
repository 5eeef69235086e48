import type { ConstraintKind, Violation } from "@tablewright/core/storage";
import { MysqlError } from "../mysql-error.ts";

/** What MariaDB or MySQL says of a row that it refuses; undefined for every other error. */
export function mysqlViolation(error: unknown): Violation | undefined {
  const refused = (error instanceof MysqlError ? (error.cause ?? {}) : error) as Refused;
  const { errno, sqlMessage, sqlState } = refused;
  const kind =
    errno === undefined ? undefined : (KINDS[errno] ?? (sqlState === SIGNALLED ? "trigger" : undefined));
  if (kind === undefined) return undefined;
  const message = sqlMessage ?? "";
  const [, index, condition] = CONSTRAINT.exec(message) ?? [];
  const constraint = (index ?? condition)?.split(".").at(-1);
  // An index and the condition of a column have the name of the column, unless they were given another one.
  const isNamedAfter = kind === "unique" || kind === "check";
  const columns = isNamedAfter && constraint !== undefined ? [constraint] : columnsIn(message);
  return { kind, constraint, columns, message: short(message) };
}

interface Refused {
  readonly errno?: number;
  readonly sqlMessage?: string;
  readonly sqlState?: string;
}

/** What triggers are told to signal, with any number. */
const SIGNALLED = "45000";

function columnsIn(message: string): readonly string[] {
  const [, key] = /FOREIGN KEY \(([^)]+)\)/u.exec(message) ?? [];
  if (key !== undefined) return key.split(", ").map(unquoted);
  const [, column] = /(?:column|Column|Field) (?:`[^`]+`\.)*['`]([^'`]+)['`]/u.exec(message) ?? [];
  return column === undefined ? [] : [column];
}

/** The value itself may be that of a column that the definition leaves out. */
function short(message: string): string {
  return message.replace(/^Duplicate entry '.*' for key /su, "Duplicate entry for key ");
}

function unquoted(name: string): string {
  return name.replaceAll(/["`]/gu, "");
}

const CONSTRAINT =
  /(?:for key '([^']+)'|(?:CONSTRAINT|constraint) ["`']([^"`']+)["`'] (?:failed|FOREIGN|is violated))/u;

/** By number of the server's errors: those of constraints, of values that a column does not take, and of triggers. */
const KINDS: Readonly<Record<number, ConstraintKind>> = {
  1048: "not null",
  1062: "unique",
  1142: "rights",
  1143: "rights",
  1169: "unique",
  1216: "foreign key",
  1217: "foreign key",
  1264: "check",
  1265: "check",
  1292: "check",
  1364: "not null",
  1366: "check",
  1369: "check",
  1406: "check",
  1442: "trigger",
  1451: "foreign key",
  1452: "foreign key",
  1644: "trigger",
  3819: "check",
  4025: "check",
};
