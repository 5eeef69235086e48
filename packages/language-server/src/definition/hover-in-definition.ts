import type { Path } from "@tablewright/core";
import {
  columnTypeNamed,
  everyTable,
  hoverIn,
  type SourcePart,
  type Span,
  typeName,
} from "@tablewright/core/definition";
import {
  type DefinitionHover,
  type DefinitionIndex,
  type DefinitionSymbol,
  expressionAt,
  symbolAt,
} from "./index-definition.ts";
import { schemaAt } from "./yaml-places.ts";

export function hoverInDefinition(index: DefinitionIndex, at: number): DefinitionHover | undefined {
  const named = symbolAt(index, at);
  const inside = expressionAt(index, at);
  if (inside !== undefined) {
    const { expression, offset } = inside;
    const { text, start: from } = expression;
    const hover = hoverIn(expression.scope, expression.source, offset);
    if (hover === undefined) return undefined;
    const notes = named?.use?.within === undefined ? "" : descriptionOf(index, named.symbol);
    return {
      title: hover.title,
      type: hover.type,
      text: [hover.text, notes].filter((one) => one !== "").join("\n\n"),
      start: text.toText(from + hover.start),
      end: text.endToText(from + hover.end),
    };
  }
  if (named !== undefined) {
    const { symbol, start, end } = named;
    return { ...describeSymbol(index, symbol), start, end };
  }
  return hoverMember(index, at);
}

function describeSymbol(index: DefinitionIndex, symbol: DefinitionSymbol): Omit<DefinitionHover, keyof Span> {
  const { kind, name, table } = symbol;
  const isInRow = kind === "column" || kind === "fact" || kind === "output";
  const row = kind === "column" ? index.scope?.tables.get(table) : index.scope?.row;
  const column = isInRow ? row?.columns.find((one) => one.name === name) : undefined;
  const type = column && typeName(column.type, everyTable);
  const columns = index.source.names(["tables", name, "columns"]).join(", ");
  const text = kind === "table" ? `A table with ${columns}.` : descriptionOf(index, symbol);
  const title = isInRow ? `${table}[${name}]` : `${kind} ${name}`;
  return { title, type, text };
}

/** What the definition says of a symbol: its description and formula, and of what table an action, a rule or a slice is. */
function descriptionOf({ source }: DefinitionIndex, { kind, path }: DefinitionSymbol): string {
  const memberOf = (member: string) => source.part([...path, member])?.value;
  const table = memberOf("table");
  if (kind === "action" || kind === "rule" || kind === "slice")
    return table === undefined ? "" : `Of the table ${String(table)}.`;
  const description = memberOf("description");
  const formula = memberOf("formula");
  return [
    ...(description === undefined ? [] : [String(description)]),
    ...(formula === undefined ? [] : [`Formula: \`${String(formula)}\``]),
  ].join("\n\n");
}

/** A member by what the schema says of it, the type of a column by what its values are. */
function hoverMember({ source, isOfRules }: DefinitionIndex, at: number): DefinitionHover | undefined {
  const member = memberAt(source.root, [], at);
  if (member === undefined) return undefined;
  const { path, span, isName, value } = member;
  const isType = !isName && /^(?:type|itemType)$/.test(String(path.at(-1)));
  const columnType = isType ? columnTypeNamed(String(value)) : undefined;
  if (columnType !== undefined)
    return { title: columnType.name, type: undefined, text: columnType.summary, ...span };
  const description = isName ? schemaAt(path, isOfRules)?.description : undefined;
  return description === undefined
    ? undefined
    : { title: String(path.at(-1)), type: undefined, text: description, ...span };
}

interface FoundMember {
  readonly path: Path;
  readonly span: Span;
  readonly isName: boolean;
  readonly value: unknown;
}

function memberAt({ members }: SourcePart, path: Path, at: number): FoundMember | undefined {
  for (const [name, part] of members) {
    const inner = [...path, name];
    const [start = 0, end = -1] = part.nameScalar?.range ?? [];
    if (start <= at && at <= end)
      return { path: inner, span: { start, end }, isName: true, value: undefined };
    const [from = 0, to = -1] = part.scalar?.range ?? [];
    if (from <= at && at <= to)
      return { path: inner, span: { start: from, end: to }, isName: false, value: part.value };
    const member = memberAt(part, inner, at);
    if (member !== undefined) return member;
  }
  return undefined;
}
