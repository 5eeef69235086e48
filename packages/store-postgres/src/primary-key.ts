import { quoteName, SLOT } from "@tablewright/store-sql";

/** The slots: a key may be longer than an index takes, and blank. `names` are those in use, and are added to. */
export function primaryKey(name: string, names: Set<string>): string {
  names.add(name);
  return `constraint ${quoteName(name)} primary key (${quoteName(SLOT)})`;
}
