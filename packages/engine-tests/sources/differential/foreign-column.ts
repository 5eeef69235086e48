import type { ScalarKind } from "@tablewright/core/compiler";
import { foreignTexts } from "./foreign-texts.ts";

/** A column as another program has made it. */
export interface ForeignColumn {
  readonly name: string;
  /** The type as it is declared. */
  readonly type: string;
  /** The types under which a definition has it, each as a column such as `[big Number]`. */
  readonly kinds: readonly ForeignKind[];
  /** What may be in it, as the database writes it. */
  readonly literals: readonly string[];
  /** Whether it holds texts as they are written, or without the blanks at their end. */
  readonly texts?: "whole" | "trimmed";
  /** Whether no index takes it. */
  readonly isLarge?: boolean;
}

/** A list is one of texts. */
export type ForeignKind = ScalarKind | "List";

export function foreignColumn(
  name: string,
  type: string,
  kinds: ForeignColumn["kinds"],
  literals: readonly string[],
  rest: Pick<ForeignColumn, "texts" | "isLarge"> = {},
): ForeignColumn {
  return { name, type, kinds, literals, ...rest };
}

/** A column of texts of every kind, or of some. */
export function textColumn(
  name: string,
  type: string,
  { literals = foreignTexts, ...rest }: Partial<ForeignColumn> = {},
): ForeignColumn {
  return { name, type, kinds: ["Text"], literals, texts: "whole", ...rest };
}
