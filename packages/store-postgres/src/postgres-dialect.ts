import type { JournalDialect, StoredForm } from "@tablewright/store-sql";

/**
 * Dates and times are ISO texts as in every store. Texts are compared byte by byte, which is exact, and the same on
 * every machine: an index does not break when the machine's own rules of language change.
 */
export const postgresDialect: JournalDialect = {
  typeOf: (form) => (typeName(form) === "text" ? 'text collate "C"' : typeName(form)),
  placeholder: (position) => `$${position}`,
  sequence: "bigint generated always as identity primary key",
  tableEnding: "",
  claimEnding: "for update skip locked",
  rowsOf: (forms) => `select * from unnest(${listHoles(forms.map(typeName))})`,
};

/** The type without its collation, as casts name it. */
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

/** Holes that take, each for its type, the values of one column of many rows. */
export function listHoles(types: readonly string[], first = 1): string {
  return types.map((type, at) => `$${first + at}::${type}[]`).join(", ");
}
