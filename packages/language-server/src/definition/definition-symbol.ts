import type { Path } from "@tablewright/core";
import type { Span } from "@tablewright/core/definition";
import type { SymbolKind } from "./definition-answers.ts";

/** Something that a definition declares by name. */
export interface DefinitionSymbol {
  readonly kind: SymbolKind;
  readonly name: string;
  /** Of a column; empty for anything else. */
  readonly table: string;
  readonly path: Path;
  /** Its name in the text; undefined for a column that the application adds by itself, such as `Related Orders`. */
  readonly nameSpan: Span | undefined;
}

/** The same for two symbols only when they are the same. */
export function symbolId({ kind, name, table }: Pick<DefinitionSymbol, "kind" | "name" | "table">): string {
  return JSON.stringify(kind === "column" ? [kind, table, name] : [kind, name]);
}
