import type { Span } from "@tablewright/core/definition";
import type { DefinitionSymbol } from "./definition-symbol.ts";
import type { DefinitionIndex, SymbolUse } from "./index-definition.ts";

/** A symbol, and the name of it that the cursor is on. */
export interface SymbolAt extends Span {
  readonly id: string;
  readonly symbol: DefinitionSymbol;
  /** Undefined where the name declares the symbol. */
  readonly use: SymbolUse | undefined;
}

/** The symbol whose name is at `offset`; undefined where there is none. */
export function symbolAt({ symbols, uses }: DefinitionIndex, offset: number): SymbolAt | undefined {
  const use = uses.find(({ start, end }) => start <= offset && offset <= end);
  const used = use && symbols.get(use.symbol);
  if (use !== undefined && used !== undefined) {
    return { id: use.symbol, symbol: used, use, start: use.start, end: use.end };
  }
  for (const [id, symbol] of symbols) {
    const { start = 0, end = -1 } = symbol.nameSpan ?? {};
    if (start <= offset && offset <= end) return { id, symbol, use: undefined, start, end };
  }
  return undefined;
}
