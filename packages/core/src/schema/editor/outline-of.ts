import type { Span } from "../../diagnostics/index.ts";
import type { SourcePart } from "../text/definition-source.ts";
import type { DefinitionSymbol } from "./definition-symbol.ts";
import type { DefinitionIndex } from "./index-definition.ts";

/** A declaration with those inside it. The span is that of the whole. */
export interface OutlineItem extends Span {
  readonly kind: DefinitionSymbol["kind"];
  readonly name: string;
  readonly nameSpan: Span;
  readonly items: readonly OutlineItem[];
}

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
