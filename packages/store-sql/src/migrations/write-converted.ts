import { quoteName } from "../fragments/quote-name.ts";
import { forMany } from "../journals/for-many.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { SqlStoreDialect } from "../store/sql-store-dialect.ts";
import { SLOT } from "../tables/table-layout.ts";
import { inParts } from "../values/in-parts.ts";
import { readSqlValue, type SqlValue, writeSqlValue } from "../values/sql-value.ts";
import { tablePages } from "./table-pages.ts";
import type { ConvertedLayout } from "./table-plan.ts";

/**
 * Writes the values of a column, each of which was tried before, in another form into a column beside it. `afterPage` runs
 * whenever some thousand rows have theirs.
 */
export async function writeConverted(
  connection: SqlConnection,
  table: string,
  [from, to]: readonly [from: string, to: string],
  { column, held, convert }: ConvertedLayout,
  dialect: Pick<SqlStoreDialect, "placeholder" | "castType">,
  afterPage: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  if (convert === undefined) return;
  const type = dialect.castType?.(column.form);
  const write = forMany((count) => {
    const places = Array.from({ length: count }, (_, at) => at);
    const parameter = (at: number) => dialect.placeholder(at + 1);
    const pairs = places.map((at) => `when ${parameter(2 * at)} then ${parameter(2 * at + 1)}`);
    const value = `case ${quoteName(SLOT)} ${pairs.join(" ")} end`;
    const slots = places.map((at) => parameter(2 * count + at));
    return (
      `update ${quoteName(table)} set ${quoteName(to)} = ${type === undefined ? value : `cast(${value} as ${type})`} ` +
      `where ${quoteName(SLOT)} in (${slots.join(", ")})`
    );
  });
  for await (const page of tablePages(connection, table, [from], dialect)) {
    const values = page.flatMap(([slot = null, stored = null]): SqlValue[][] =>
      stored === null ? [] : [[slot, converted(stored)]],
    );
    const parts = [...inParts(values)];
    const slotsOf = (part: readonly (readonly SqlValue[])[]) => part.map(([slot = null]) => slot);
    await Promise.all(
      parts.map((part) => connection.run(write(part.length), [...part.flat(), ...slotsOf(part)])),
    );
    await afterPage();
  }

  function converted(stored: SqlValue): SqlValue {
    const value = convert?.(readSqlValue(stored, held));
    if (value === undefined) throw new Error(`A value of "${column.column}" converts no longer.`);
    return writeSqlValue(value, column.form);
  }
}
