import type { DatabaseSync } from "node:sqlite";
import type { InstantUnit } from "@tablewright/core/storage";
import { type ColumnDescription, quoteName, type ValueKind } from "@tablewright/store-sql";

type Looked = Pick<ColumnDescription, "yesText" | "instantUnit" | "seen" | "samples">;

/** Rows that are looked at: SQLite takes any value in any column, and so do the programs that write it. */
export const ROWS_SEEN = 1_000;

/** What some rows have in a column that is no text, besides the values that its type is for. */
export function lookAtRows(
  database: DatabaseSync,
  table: string,
  column: string,
  declared: { readonly kind: ValueKind } | undefined,
  kind: ValueKind,
): Looked {
  const rows = `(select ${quoteName(column)} as v from ${quoteName(table)} limit ${ROWS_SEEN})`;
  if (kind === "json") {
    const texts = database.prepare(`select v from ${rows} where typeof(v) = 'text' limit 50`).all();
    return { samples: texts.map(({ v }) => String(v)) };
  }
  const ask = (sql: string) => database.prepare(sql).get() as Counts | undefined;
  if (kind === "boolean" || kind === "text") {
    const yesText = yesTextOf(ask, rows);
    if (kind === "text") return yesText === undefined ? {} : { yesText };
    const odd = oddOf(ask, rows, `lower(v) not in (${[...WORDS, "'0'", "'1'"].join(", ")})`);
    const written = yesText === undefined ? [] : [`yes and no are texts such as ${JSON.stringify(yesText)}`];
    return { ...(yesText === undefined ? {} : { yesText }), ...told([...written, ...odd]) };
  }
  const instantUnit = unitOf(ask, rows);
  const isMoment = MOMENTS.has(declared?.kind ?? "other");
  if (kind === "integer" && isMoment && instantUnit !== undefined)
    return { instantUnit, ...told(["the rows have numbers"]) };
  const looksLikeOne =
    kind === "integer" && instantUnit !== undefined && NAMES.test(column)
      ? [`looks like ${instantUnit} since 1970: { type: DateTime, instant: ${instantUnit} } shows moments`]
      : [];
  const test = TESTS[kind];
  return test === undefined ? {} : told([...looksLikeOne, ...oddOf(ask, rows, test)]);
}

function told(seen: readonly string[]): Looked {
  return seen.length === 0 ? {} : { seen };
}

type Counts = Readonly<Record<string, string | number | null>>;
type Ask = (sql: string) => Counts | undefined;

/** Values that are read as a blank: empty texts, and what is no value of the type. */
function oddOf(ask: Ask, rows: string, isOdd: string): readonly string[] {
  const counts = `count(*) as n, count(case when v = '' then 1 end) as empty`;
  const odd = `count(case when v <> '' and ${isOdd} then 1 end) as odd, max(case when v <> '' and ${isOdd} then cast(v as text) end) as example`;
  const { n = 0, empty = 0, odd: others = 0, example } = ask(`select ${counts}, ${odd} from ${rows}`) ?? {};
  const shown = JSON.stringify(String(example).slice(0, 20));
  return [
    ...(empty === 0 ? [] : [`${empty} of ${n} rows have an empty text, a blank`]),
    ...(others === 0
      ? []
      : [`${others} of ${n} rows have a value that is read as a blank, such as ${shown}`]),
  ];
}

/** How most rows have yes or no, where that is a text. */
function yesTextOf(ask: Ask, rows: string): string | undefined {
  const some = `select v from ${rows} where v in (0, 1) or lower(v) in (${WORDS.join(", ")})`;
  const most = ask(
    `select v from (${some}) group by typeof(v), v order by sum(count(*)) over (partition by typeof(v)) desc, count(*) desc limit 1`,
  )?.v;
  return typeof most === "string" ? most : undefined;
}

const WORDS = ["t", "f", "true", "false", "y", "n", "yes", "no", "on", "off"].map((word) => `'${word}'`);

/** What whole numbers count since 1970 if they are moments between 1980 and 2100. */
function unitOf(ask: Ask, rows: string): InstantUnit | undefined {
  const { least, greatest } =
    ask(
      `select cast(min(v) as real) as least, cast(max(v) as real) as greatest from ${rows} where typeof(v) = 'integer'`,
    ) ?? {};
  if (typeof least !== "number" || typeof greatest !== "number") return undefined;
  if (least >= FROM && greatest <= TO) return "seconds";
  return least >= FROM * 1000 && greatest <= TO * 1000 ? "milliseconds" : undefined;
}

const FROM = 315_532_800;
const TO = 4_102_444_800;

const MOMENTS: ReadonlySet<ValueKind> = new Set(["datetime", "instant"]);

/** Names of columns of moments. */
const NAMES = /(?:^|_)(?:at|on|time|timestamp|date|created|modified|updated)$|(?:At|On|Time|Date)$/u;

/** Of what is no text: whether it is none of the values of a kind. */
const TESTS: Readonly<Partial<Record<ValueKind, string>>> = {
  integer: "typeof(v) not in ('integer', 'real')",
  decimal: "typeof(v) not in ('integer', 'real')",
  float: "typeof(v) not in ('integer', 'real')",
  date: "(typeof(v) <> 'text' or date(v) is null)",
  time: "(typeof(v) <> 'text' or time(v) is null)",
  datetime: "(typeof(v) <> 'text' or datetime(v) is null)",
  instant: "(typeof(v) <> 'text' or datetime(v) is null)",
};
