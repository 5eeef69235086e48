import type { Value } from "@tablewright/core/storage";
import type { PersistentMap } from "./persistent-map.ts";

/** The values of a column that the definition no longer names, by encoded key; blanks are left out. */
export interface RetiredColumn {
  readonly name: string;
  readonly values: PersistentMap<Value>;
}
