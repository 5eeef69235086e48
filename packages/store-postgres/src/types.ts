import type { StoredForm } from "@tablewright/store-sql";

/** The type of a column, without its collation, as casts name it. */
export function typeName(form: StoredForm): string {
  switch (form) {
    case "integer":
    case "duration":
      return "bigint";
    case "real":
      return "double precision";
    case "boolean":
      return "boolean";
    default:
      return "text";
  }
}

/**
 * The type of a column. Texts are compared byte by byte, which is exact, and the same on every machine: an index does not
 * break when the machine's own rules of language change.
 */
export function columnType(form: StoredForm): string {
  return typeName(form) === "text" ? 'text collate "C"' : typeName(form);
}

/** Parameters that take, each for its type, the values of one column of many rows. */
export function listParameters(types: readonly string[], first = 1): string {
  return types.map((type, at) => `$${first + at}::${type}[]`).join(", ");
}
