/** A table or view that a database has already. Its names are exact. */
export interface TableSource {
  readonly schema?: string;
  readonly table: string;
}

/**
 * The table that a text such as `film`, `public.film` or `"odd.name"."a ""b"` means: a name, or a schema and a name. As
 * in SQL, double quotes enclose a name with a point, a double quote, or a blank at its ends. Undefined for another text.
 */
export function readTableSource(text: string): TableSource | undefined {
  const { schema, table } = SOURCE.exec(text)?.groups ?? {};
  if (table === undefined) return undefined;
  return { ...(schema === undefined ? {} : { schema: unquoted(schema) }), table: unquoted(table) };
}

/** The text that `readTableSource` reads to the same; undefined for a name that is empty. */
export function writeTableSource({ schema, table }: TableSource): string | undefined {
  const names = schema === undefined ? [table] : [schema, table];
  return names.includes("") ? undefined : names.map(quoted).join(".");
}

/** Parts that are plain, or in quotes. */
const PLAIN = String.raw`[^".\s](?:[^".]*[^".\s])?`;
const PART = `(?:${PLAIN}|"(?:[^"]|"")+")`;
const SOURCE = new RegExp(`^(?:(?<schema>${PART})\\.)?(?<table>${PART})$`, "u");
const IS_PLAIN = new RegExp(`^${PLAIN}$`, "u");

function unquoted(part: string): string {
  return part.startsWith('"') ? part.slice(1, -1).replaceAll('""', '"') : part;
}

function quoted(name: string): string {
  return IS_PLAIN.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}
