/** What a database may demand of a row of another program's table. */
export type ConstraintKind = "unique" | "foreign key" | "check" | "not null" | "trigger" | "rights";

/** What a database says of a row that it refuses. */
export interface Violation {
  readonly kind: ConstraintKind;
  /** The name of the constraint, where the database has one. */
  readonly constraint?: string | undefined;
  /** The columns it is on, by their names in the database; empty where the database does not say. */
  readonly columns: readonly string[];
  /** Which parameter of the statement it is about, from 1, where the database says only that. */
  readonly parameter?: number | undefined;
  /** The table it is on, where the database names it. */
  readonly relation?: { readonly schema?: string | undefined; readonly table: string } | undefined;
  /** What the database itself says. */
  readonly message: string;
}

/**
 * A row that a database refuses because of a constraint of its own: an error of the user, which the engine reports at the
 * row. What was written before it in the transaction is taken back with the transaction.
 */
export class ConstraintViolation extends Error {
  readonly violation: Violation;
  /** The name of the table in the definition, and the columns of the definition that the constraint is on. */
  readonly table: string;
  readonly columns: readonly string[];
  /** Position of the row, or of its key, within what was to be written. */
  readonly position: number;

  constructor(violation: Violation, table: string, columns: readonly string[], position: number) {
    super(`Table "${table}" refuses a row: ${violation.message}`);
    this.name = "ConstraintViolation";
    this.violation = violation;
    this.table = table;
    this.columns = columns;
    this.position = position;
  }

  /** The same where so many rows come before. */
  after(count: number): ConstraintViolation {
    return new ConstraintViolation(this.violation, this.table, this.columns, this.position + count);
  }
}

/** Thrown where a definition is served no longer: its tables have changed since, or another definition has taken its place. */
export class DefinitionOutdated extends Error {
  readonly code = "server/definition-outdated";

  constructor(table: string) {
    super(`Table "${table}" was changed by a later definition than the one that is served here.`);
    this.name = "DefinitionOutdated";
  }
}

/** The rows of a store do not fit the definition any more. Its words are for the author of the definition. */
export class MigrationRefused extends Error {
  readonly code = "server/migration-refused";
  /** Whether a `Migration` would be carried out: opening does not change what is there by itself. */
  readonly isPending: boolean;

  constructor(reasons: readonly string[], { isPending = false } = {}) {
    super(reasons.join("\n"));
    this.name = "MigrationRefused";
    this.isPending = isPending;
  }

  /** For rows, of which there may be many: the first reasons, and how many more there are. */
  static ofRows(reasons: readonly string[]): MigrationRefused {
    const more = reasons.length - MOST_LISTED;
    return new MigrationRefused(
      more > 0 ? [...reasons.slice(0, MOST_LISTED), `… and ${more} more.`] : reasons,
    );
  }
}

/** Reasons of rows that are listed. */
const MOST_LISTED = 20;

/**
 * A read was given up: the copy of the database that answered it has gone, or writes were in its way. The same read may be done again
 * at once.
 */
export class ReadLost extends Error {
  readonly code = "server/store-away";

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "ReadLost";
  }
}
