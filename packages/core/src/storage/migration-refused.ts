/** The rows of a store do not fit the definition any more. Its words are for the author of the definition. */
export class MigrationRefused extends Error {
  readonly code = "server/migration-refused";
  /** Whether a `Migration` would be carried out: opening alone does not change what is there. */
  readonly isPending: boolean;

  constructor(reasons: readonly string[], { isPending = false } = {}) {
    super(reasons.join("\n"));
    this.name = "MigrationRefused";
    this.isPending = isPending;
  }
}
