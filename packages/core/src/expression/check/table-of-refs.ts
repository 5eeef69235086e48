import type { TableScope } from "../tree/scope.ts";
import type { Type } from "../tree/type.ts";
import type { CheckState } from "./check-state.ts";

/** The table that a list of Refs points at; undefined for any other type. */
export function tableOfRefs({ scope }: CheckState, type: Type): TableScope | undefined {
  const ref = type.kind === "List" ? type.item : undefined;
  return ref?.kind === "Ref" ? scope.tables.get(ref.table) : undefined;
}
