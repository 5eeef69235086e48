import type { StorageDialect } from "@tablewright/store-sql";

/** SQLite has four types in its strict tables; dates and times are ISO texts, yes/no are 1 and 0. */
export const sqliteDialect: StorageDialect = {
  typeOf: (form) => {
    if (form === "integer" || form === "boolean" || form === "duration") return "integer";
    return form === "real" ? "real" : "text";
  },
  placeholder: () => "?",
};
