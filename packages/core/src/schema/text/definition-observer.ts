import type { ExpressionScope } from "../../expression/parts.ts";
import type { Path } from "./definition-source.ts";

/** Hears, while a definition is loaded, where its expressions are and what its names mean; for editors. */
export interface DefinitionObserver {
  /** An expression begins at `start` of the text at a path. */
  expression(path: Path, source: string, scope: ExpressionScope, start: number): void;
  /** The text at a path, or the name of the member there, names this. */
  name(path: Path, at: "name" | "value", meant: NamedPart): void;
}

/** A part of an application as it is declared; `table` is that of a column. */
export interface NamedPart {
  readonly kind: "table or slice" | "column" | "action";
  readonly name: string;
  readonly table?: string;
}
