import type { ColumnType } from "./column-type.ts";

interface ChangeDeclaration extends Pick<ColumnType, "name" | "summary" | "options"> {
  /** The type whose values it has. */
  readonly base: ColumnType;
}

/** A type whose values the application keeps itself whenever a watched column changes. */
export function defineChangeType({ base, ...declaration }: ChangeDeclaration): ColumnType {
  return {
    ...base,
    ...declaration,
    filledBy: "application",
    isWritable: false,
    mayBeKey: false,
    mayBeItem: false,
    check: () => [],
  };
}
