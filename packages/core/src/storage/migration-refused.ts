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

  /** For rows, of which there may be many: the first reasons, and how many there are beside. */
  static ofRows(reasons: readonly string[]): MigrationRefused {
    const more = reasons.length - MOST_LISTED;
    return new MigrationRefused(
      more > 0 ? [...reasons.slice(0, MOST_LISTED), `… and ${more} more.`] : reasons,
    );
  }
}

/** Reasons of rows that are listed. */
const MOST_LISTED = 20;
