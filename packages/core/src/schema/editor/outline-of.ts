import type { SourcePart } from "../text/definition-source.ts";
import type { OutlineItem } from "./definition-answers.ts";
import type { DefinitionIndex } from "./index-definition.ts";

/** What a definition declares, columns within their tables. */
export function outlineOf({ source, symbols }: DefinitionIndex): readonly OutlineItem[] {
  const declared = [...symbols.values()].flatMap((symbol) => {
    const { nameSpan, kind, name, table } = symbol;
    const part = source.part(symbol.path);
    if (nameSpan === undefined || part === undefined) return [];
    return [{ table, item: { kind, name, nameSpan, start: nameSpan.start, end: endOf(part, nameSpan.end) } }];
  });
  const columns = Map.groupBy(declared, ({ table }) => table);
  return (columns.get("") ?? []).map(({ item }) => ({
    ...item,
    items:
      item.kind === "table" ? (columns.get(item.name) ?? []).map((one) => ({ ...one.item, items: [] })) : [],
  }));
}

/** Behind the last scalar in a part. */
function endOf({ scalar, members }: SourcePart, least: number): number {
  let end = Math.max(least, scalar?.range?.[1] ?? 0);
  for (const member of members.values())
    end = Math.max(end, endOf(member, member.nameScalar?.range?.[1] ?? 0));
  return end;
}
