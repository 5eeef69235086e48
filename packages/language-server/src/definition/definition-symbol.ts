import type { Path } from "@tablewright/core";
import type { Span } from "@tablewright/core/definition";
import type { SymbolKind } from "./definition-answers.ts";

/** Something that a definition declares by name. */
export interface DefinitionSymbol {
  readonly kind: SymbolKind;
  readonly name: string;
  /** Of a column; empty for anything else. */
  readonly table: string;
  /** The table of a column, and the decision that names an output; empty for what stands at the top. */
  readonly around: string;
  readonly path: Path;
  /** Its name in the text; undefined for a column that the application adds by itself, such as `Related Orders`. */
  readonly nameSpan: Span | undefined;
}

/** The same for two symbols only when they are the same. Expressions of rules read facts and outputs as columns of no table. */
export function symbolId({ kind, name, table }: Pick<DefinitionSymbol, "kind" | "name" | "table">): string {
  const isInRow = kind === "column" || kind === "fact" || kind === "output";
  return JSON.stringify(isInRow ? ["column", table, name] : [kind, name]);
}
