import type { JsonValue } from "@tablewright/core/expression";
import type { SourceFile, SourceRow } from "../files/source-file.ts";
import { counted } from "../terminal.ts";
import {
  ColumnProfile,
  guessType,
  OtherWritings,
  type otherLocales,
  PROPOSED_TYPES,
  type ProposedColumn,
  type TypeReaders,
} from "./column-profile.ts";

/** A file as a table: its columns, what they hold, and the columns that identify its rows. */
export interface TableProfile {
  readonly name: string;
  readonly profiles: readonly ColumnProfile[];
  readonly columns: Map<string, ProposedColumn>;
  readonly key: readonly string[];
  /** What an import leaves out or refuses, as sentences. */
  readonly notes: readonly string[];
}

/** Reads a file to its end, in one Locale and also in others, and once more to find the columns that identify its rows. */
export async function profileTable(
  name: string,
  file: SourceFile,
  readers: TypeReaders,
  others: ReturnType<typeof otherLocales>,
): Promise<TableProfile> {
  const all = file.headers.map(
    (header, at) => new ColumnProfile(header, at, PROPOSED_TYPES, new OtherWritings(others)),
  );
  const profiles = all.filter((profile) => profile.name !== "");
  const refused: number[] = [];
  for await (const rows of file.rows())
    for (const row of rows)
      if (isTaken(row, all.length)) for (const profile of all) profile.add(row.cells[profile.at], readers);
      else refused.push(row.line);
  const columns = new Map(profiles.map((profile) => [profile.name, guessType(profile)]));
  const key = await findKey(name, file, profiles, columns, readers);
  const table = { name, profiles, notes: notesOn(all, refused) };
  if (key !== undefined) return { ...table, columns, key };
  const own = freeName(columns);
  const drawn: ProposedColumn = { type: "Text", initialValue: 'UNIQUEID("PackedUUID")' };
  return { ...table, columns: new Map([[own, drawn], ...columns]), key: [own] };
}

/** Whether an import takes the row whatever the types of columns. */
function isTaken({ cells, problems }: SourceRow, width: number): boolean {
  return problems === undefined && cells.length <= width;
}

function notesOn(profiles: readonly ColumnProfile[], refused: readonly number[]): readonly string[] {
  const unnamed = profiles.filter(({ name, filled }) => name === "" && filled > 0);
  return [
    ...unnamed.map(({ at }) => `column ${at + 1} has no name, and its cells are left out`),
    ...(refused.length === 0
      ? []
      : [
          `${counted(refused.length, "row")} cannot be imported, the first of line ${refused[0]}: a cell holds an error, a quote does not match, a line is not an object in JSON, or there are more cells than columns`,
        ]),
  ];
}

/** The columns that identify rows: one named like a key, then the first column if it may be one, then two together. */
async function findKey(
  table: string,
  file: SourceFile,
  profiles: readonly ColumnProfile[],
  columns: ReadonlyMap<string, ProposedColumn>,
  readers: TypeReaders,
): Promise<readonly string[] | undefined> {
  const filled = profiles.filter(
    ({ name, blanks, longest }) =>
      blanks === 0 && longest <= LONGEST_KEY && KEYS.has(columns.get(name)?.type ?? ""),
  );
  const isOwn = ({ name }: ColumnProfile) => name.toLowerCase().startsWith(singular(table).toLowerCase());
  const unique = filled.filter(({ isUnique }) => isUnique);
  const named = unique
    .filter(({ name }) => NAMED.test(name))
    .sort((one, other) => Number(isOwn(other)) - Number(isOwn(one)));
  const first = unique.filter((profile) => profile === profiles[0] && countsRows(profile, columns));
  const parts = filled
    .toSorted((one, other) => Number(NAMED.test(other.name)) - Number(NAMED.test(one.name)))
    .filter(({ name, hasSeparator }) => !hasSeparator && columns.get(name)?.type !== "Decimal")
    .slice(0, MOST_PARTS);
  const pairs =
    file.count > MOST_PAIRED
      ? []
      : parts.flatMap((one, at) =>
          NAMED.test(one.name)
            ? parts.slice(at + 1).map((other) => [one, other].sort((a, b) => a.at - b.at))
            : [],
        );
  const candidates = [...named, ...first].map((one) => [one]).concat(pairs);
  let open = candidates.map((key) => ({ key, seen: new Set<string>() }));
  for await (const rows of file.rows()) {
    if (open.length === 0 || file.count === 0) return undefined;
    open = open.filter(({ key, seen }) =>
      rows.every((row) => {
        if (!isTaken(row, file.headers.length)) return true;
        const before = seen.size;
        seen.add(
          key.map(({ name, at }) => keyText(row.cells[at], columns.get(name)?.type, readers)).join("\n"),
        );
        return seen.size > before;
      }),
    );
  }
  return open[0]?.key.map(({ name }) => name);
}

/** The same text for cells that are one value, or that people and databases take for one. */
function keyText(cell: JsonValue | undefined, type: string | undefined, readers: TypeReaders): string {
  const value = type === "Number" || type === "Date" ? readers.read(type, cell ?? "") : cell;
  return String(value).normalize("NFC").trim().toLowerCase();
}

/** Whether numbers go up by about one, as those that are given to rows do; a measure that comes once by chance is no key. */
function countsRows({ texts, name }: ColumnProfile, columns: ReadonlyMap<string, ProposedColumn>): boolean {
  if (columns.get(name)?.type !== "Number") return true;
  const numbers = [...(texts ?? [])].map(Number).sort((one, other) => one - other);
  return (numbers.at(-1) ?? 0) - (numbers[0] ?? 0) < 2 * numbers.length;
}

/** Types whose values people call rows by. */
const KEYS: ReadonlySet<string> = new Set(["Number", "Text", "Email", "Enum", "Date", "Url"]);

const NAMED =
  /(^|[\s_-])(id|key|code|no|nr|number|sku|nummer)\.?$|[a-z](Id|ID|Key|Code|No)$|^(id|key|code|sku)/iu;

const LONGEST_KEY = 200;
const MOST_PARTS = 6;
const MOST_PAIRED = 500_000;

function freeName(columns: ReadonlyMap<string, unknown>): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? "Row Key" : `Row Key ${number}`;
    if (!columns.has(name)) return name;
  }
}

/** `Order` of `Orders`, `Category` of `Categories`. */
export function singular(name: string): string {
  if (/ies$/iu.test(name)) return name.replace(/ies$/iu, "y");
  return name.replace(/(?<=s|x|ch|sh)es$|(?<!s)s$/iu, "");
}
