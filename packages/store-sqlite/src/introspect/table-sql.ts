/** What only the text of a CREATE TABLE says: SQLite's own tables about tables leave it out. */
export interface TableSql {
  /** The conditions of all CHECKs, of columns and of the table, as they are written. */
  readonly checks: readonly string[];
  /** The expressions of generated columns, by the names of the columns in lower case. */
  readonly generated: ReadonlyMap<string, string>;
  /** The columns, by their names in lower case, of a collation that takes texts for equal that differ. */
  readonly loose: ReadonlySet<string>;
}

export function readTableSql(sql: string): TableSql {
  const checks: string[] = [];
  const generated = new Map<string, string>();
  const loose = new Set<string>();
  for (const part of partsOf(sql)) {
    for (const [position, token] of part.entries()) {
      const next = part[position + 1];
      const isCollation = token.kind === "word" && /^collate$/iu.test(token.text);
      if (isCollation && part[0] !== undefined && next !== undefined && !/^binary$/iu.test(nameOf(next)))
        loose.add(nameOf(part[0]).toLowerCase());
      if (token.kind !== "word" || next?.kind !== "group") continue;
      const word = token.text.toLowerCase();
      if (word === "check") checks.push(inside(next));
      if (word === "as" && part[0] !== undefined) generated.set(nameOf(part[0]).toLowerCase(), inside(next));
    }
  }
  return { checks, generated, loose };
}

/** A group is what parentheses hold, with them. */
interface Token {
  readonly kind: "word" | "quoted" | "group" | "sign";
  readonly text: string;
}

const TOKEN =
  /(?<skipped>\s+|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<quoted>'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\])|(?<word>[\p{L}\p{N}_$]+)|(?<sign>[\s\S])/uy;

/** The definitions of columns and constraints, which commas part within the first parentheses. */
function partsOf(sql: string): readonly (readonly Token[])[] {
  const parts: Token[][] = [[]];
  let depth = 0;
  let opened = 0;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < sql.length) {
    const start = TOKEN.lastIndex;
    const token = TOKEN.exec(sql);
    if (token === null) break;
    const { skipped, quoted, word } = token.groups ?? {};
    if (skipped !== undefined) continue;
    const [text] = token;
    if (text === "(" && ++depth === 2) opened = start;
    else if (text === ")") {
      if (depth === 2) parts.at(-1)?.push({ kind: "group", text: sql.slice(opened, start + 1) });
      if (--depth === 0) break;
    } else if (depth === 1 && text === ",") parts.push([]);
    else if (depth === 1 && text !== "(")
      parts
        .at(-1)
        ?.push({ kind: quoted !== undefined ? "quoted" : word !== undefined ? "word" : "sign", text });
  }
  return parts;
}

function inside({ text }: Token): string {
  return text.slice(1, -1).trim();
}

function nameOf({ kind, text }: Token): string {
  if (kind !== "quoted") return text;
  const end = text.at(-1) ?? "";
  return text.slice(1, -1).replaceAll(end + end, end);
}
