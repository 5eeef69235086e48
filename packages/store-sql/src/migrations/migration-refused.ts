/** The rows of a store do not fit the definition any more. Its words are for whoever wrote the definition. */
export class MigrationRefused extends Error {
  readonly code = "server/migration-refused";

  constructor(reasons: readonly string[]) {
    super(reasons.join("\n"));
    this.name = "MigrationRefused";
  }
}
