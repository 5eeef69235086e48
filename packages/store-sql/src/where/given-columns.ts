/** Columns of another program's table as expressions are compiled about them, in databases that have no function of ours. */
import type { TableScope, Type } from "@tablewright/core/compiler";
import type { SqlDialect } from "../compile/sql-dialect.ts";
import { type SqlColumn, type StoredForm, storedFormOf } from "../compile/sql-table.ts";
import { plainMysql } from "../dialects/mysql.ts";
import { postgres } from "../dialects/postgres.ts";
import { plainSqlite } from "../dialects/sqlite.ts";
import { foldedPattern } from "../dialects/standard.ts";
import { SqlFragment, sql, sqlOf, sqlParameter } from "../fragments/sql-fragment.ts";

/** A database as a stranger's session has it. */
export interface GivenDatabase {
  readonly dialect: SqlDialect;
  /** How it computes with a column of a form; undefined where the column is as it is needed. */
  readonly forms: Readonly<Partial<Record<StoredForm, Form>>>;
  /** SQL that means something else in other sessions than ours, and why. */
  readonly refused?: { readonly part: string; readonly reason: string };
}

/** What stands for the column, or how it is computed with besides comparisons, which take the column itself. */
type Form = (column: SqlFragment) => Partial<SqlColumn>;

/** What a double reads of a number may have any digits. */
const asNumber = (type: string): Form => {
  const name = new SqlFragment([type]);
  return (column) => ({ given: sql`cast(${column} as ${name})`, hasAnyDigits: true });
};

const sqlite: GivenDatabase = {
  dialect: plainSqlite,
  forms: {
    text: (column) => ({ given: sql`nullif(${column}, '')` }),
    real: asNumber("real"),
    // Both `2026-03-14 15:09:26` and `2026-03-14T15:09:26` are written.
    datetime: (column) => ({ given: sql`strftime('%Y-%m-%dT%H:%M:%S', ${column})` }),
  },
};

const postgresql: GivenDatabase = {
  dialect: {
    ...postgres,
    // Letters stand as sets of those that fold to them, as the folds of the database depend on its locale.
    foldMatches: (text, constants, where) => {
      const pattern = foldedPattern(constants, where);
      return pattern === undefined ? undefined : matches(text, pattern.replace(/\\z$/u, "\\Z"));
    },
  },
  forms: {
    text: (column) => ({ given: sql`nullif(${column}::text collate "C", '')` }),
    integer: (column) => ({ given: sql`${column}::bigint` }),
    real: asNumber("double precision"),
    time: (column) => ({ given: sql`date_trunc('second', ${column})::time` }),
    datetime: (column) => ({ given: sql`date_trunc('second', ${column})` }),
  },
};

function matches(text: SqlFragment, pattern: string): SqlFragment {
  return sql`(${text} ~ ${sqlParameter(pattern)}::text)`;
}

const mysql: GivenDatabase = {
  dialect: {
    ...plainMysql,
    quoteName: (name) => `\`${name.replaceAll("`", "``")}\``,
    // A comparison of texts passes over blanks at their ends.
    phrases: { ...plainMysql.phrases, byCodePoints: "cast($1 as binary)" },
  },
  forms: {
    text: (column) => ({
      given: sql`(case when char_length(${column}) > 0 then ${exactly(column)} end)`,
    }),
    integer: (column) => ({ given: sql`cast(${column} as signed)` }),
    real: asNumber("double"),
    date: (column) => ({ given: exactly(sql`nullif(date_format(${column}, '%Y-%m-%d'), '0000-00-00')`) }),
    time: (column) => ({ given: exactly(sql`time_format(${column}, '%H:%i:%s')`) }),
    datetime: (column) => ({ given: exactly(sql`date_format(${column}, '%Y-%m-%dT%H:%i:%s')`) }),
  },
  refused: { part: "||", reason: "the session may take || for OR" },
};

const exactly = sqlOf("convert($1 using utf8mb4) collate utf8mb4_bin");

export const givenDatabases = { sqlite, postgres: postgresql, mysql } as const;

/** The stored columns of a row; each stands as the SQL that is given for it, or as its name, quoted. */
export function givenColumns(
  { dialect, forms }: GivenDatabase,
  { columns }: TableScope,
  given: ReadonlyMap<string, string>,
): readonly SqlColumn[] {
  return columns.flatMap(({ name, type, isVirtual }) => {
    if (isVirtual) return [];
    const form = storedFormOf(type);
    const written = given.get(name);
    const column = new SqlFragment([written === undefined ? dialect.quoteName(name) : asOperand(written)]);
    const opaque = isUnknown(type) ? { isOpaque: true } : {};
    return [{ name, form, given: column, ...forms[form]?.(column), ...opaque }];
  });
}

/** A Duration and a point are kept in many ways, and JSON with blanks and members in any order. */
function isUnknown(type: Type): boolean {
  return ["Duration", "LatLong", "XY", "List", "Object", "Json"].includes(type.kind);
}

function asOperand(written: string): string {
  return /^[\w.]+$/u.test(written) ? written : `(${written})`;
}
