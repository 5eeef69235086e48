import type { SourceFile } from "../files/source-file.ts";
import { ColumnProfile } from "./column-profile.ts";
import { guessType, type ProposedColumn } from "./guess-type.ts";
import { OtherWritings, type otherLocales } from "./other-writings.ts";
import { PROPOSED_TYPES, type TypeReaders } from "./type-readers.ts";

/** A file as a table: its columns, what they hold, and the columns that tell its rows apart. */
export interface TableProfile {
  readonly name: string;
  readonly profiles: readonly ColumnProfile[];
  readonly columns: Map<string, ProposedColumn>;
  readonly key: readonly string[];
}

/** Reads a file to its end, in one Locale and beside it in others, and once more where no single column tells its rows apart. */
export async function profileTable(
  name: string,
  file: SourceFile,
  readers: TypeReaders,
  others: ReturnType<typeof otherLocales>,
): Promise<TableProfile> {
  const profiles = file.headers.map(
    (header) => new ColumnProfile(header, PROPOSED_TYPES, new OtherWritings(others)),
  );
  for await (const rows of file.rows())
    for (const { cells } of rows)
      for (const [at, profile] of profiles.entries()) profile.add(cells[at], readers);
  const columns = new Map(profiles.map((profile) => [profile.name, guessType(profile)]));
  const key = keyAmong(name, profiles, columns) ?? (await pairAmong(file, profiles, columns));
  if (key !== undefined) return { name, profiles, columns, key };
  const own = freeName(columns);
  const drawn: ProposedColumn = { type: "Text", initialValue: 'UNIQUEID("PackedUUID")' };
  return { name, profiles, columns: new Map([[own, drawn], ...columns]), key: [own] };
}

/** The column that tells rows apart; of several the one that is called like a key, then the first. */
function keyAmong(
  table: string,
  profiles: readonly ColumnProfile[],
  columns: ReadonlyMap<string, ProposedColumn>,
): readonly string[] | undefined {
  const unique = profiles.filter(
    (profile) => profile.isUnique && KEYS.has(columns.get(profile.name)?.type ?? ""),
  );
  const own = unique.find(
    ({ name }) => name.toLowerCase().startsWith(singular(table).toLowerCase()) && NAMED.test(name),
  );
  const named = own ?? unique.find(({ name }) => NAMED.test(name)) ?? unique[0];
  return named && [named.name];
}

/** Types whose values people call rows by. */
const KEYS: ReadonlySet<string> = new Set(["Number", "Text", "Email", "Enum", "Date", "Url"]);

const NAMED =
  /(^|[\s_-])(id|key|code|no|nr|number|sku|nummer)\.?$|[a-z](Id|ID|Key|Code|No)$|^(id|key|code|sku)/iu;

/** Two columns without blanks that together come once. */
async function pairAmong(
  file: SourceFile,
  profiles: readonly ColumnProfile[],
  columns: ReadonlyMap<string, ProposedColumn>,
): Promise<readonly string[] | undefined> {
  const parts = profiles
    .map(({ name, blanks }, at) => ({ name, blanks, at }))
    .filter(({ name, blanks }) => blanks === 0 && KEYS.has(columns.get(name)?.type ?? ""))
    .sort((one, other) => Number(NAMED.test(other.name)) - Number(NAMED.test(one.name)))
    .slice(0, MOST_PARTS);
  const pairs = parts.flatMap((one, at) =>
    parts.slice(at + 1).map((other) => ({ one, other, seen: new Set<string>() })),
  );
  let open = file.count === 0 || file.count > MOST_PAIRED ? [] : pairs;
  for await (const rows of file.rows()) {
    if (open.length === 0) break;
    open = open.filter(({ one, other, seen }) =>
      rows.every(({ cells }) => {
        const before = seen.size;
        seen.add(JSON.stringify([cells[one.at], cells[other.at]]));
        return seen.size > before;
      }),
    );
  }
  const [pair] = open;
  return pair && [pair.one, pair.other].sort((one, other) => one.at - other.at).map(({ name }) => name);
}

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
