import type { StoredForm } from "@tablewright/store-sql";

/** The type of a column, without what narrows it, as casts name it. */
export function nativeTypeName(form: StoredForm): string {
  switch (form) {
    case "integer":
    case "duration":
      return "bigint";
    case "real":
      return "numeric";
    case "boolean":
    case "date":
    case "time":
      return form;
    case "datetime":
      return "timestamp";
    case "json":
      return "jsonb";
    default:
      return "text";
  }
}

/**
 * The type of a column: the one that people look for there. Seconds have no fractions, which we could not read. Texts are compared byte by byte, which is exact, and the same on every machine: an index does not
 * break when the machine's own rules of language change.
 */
export function nativeColumnType(form: StoredForm): string {
  if (form === "text") return 'text collate "C"';
  return form === "time" || form === "datetime" ? `${nativeTypeName(form)}(0)` : nativeTypeName(form);
}

/** Parameters that take, each for its type, the values of one column of many rows. */
export function listParameters(types: readonly string[], first = 1): string {
  return types.map((type, at) => `$${first + at}::${type}[]`).join(", ");
}
