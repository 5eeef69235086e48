/** Thrown where a definition is served no longer: its tables have changed since, or another definition has taken its place. */
export class DefinitionOutdated extends Error {
  readonly code = "server/definition-outdated";

  constructor(table: string) {
    super(`Table "${table}" was changed by a later definition than the one that is served here.`);
    this.name = "DefinitionOutdated";
  }
}
