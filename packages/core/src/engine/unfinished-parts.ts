import type { AppDefinition, TableDefinition } from "../schema/index.ts";

/**
 * What a definition asks for and this engine does not carry out yet. A definition with any of it is refused, because a
 * filter that does not filter, or a rule that does not run, is worse than none.
 */
export function unfinishedParts({ tables, actions, rules }: AppDefinition): readonly string[] {
  return [
    ...[...tables.values()].flatMap(unfinishedInTable),
    ...[...actions.keys()].map((name) => `the action "${name}"`),
    ...[...rules.keys()].map((name) => `the rule "${name}"`),
  ];
}

function unfinishedInTable({ name, securityFilter, columns }: TableDefinition): string[] {
  const filter = securityFilter === undefined ? [] : [`the security filter of "${name}"`];
  const kept = columns.filter(({ columnType }) => columnType.filledBy === "application");
  const cascading = columns.filter(({ options }) => options.partOf);
  return [
    ...filter,
    ...kept.map((column) => `the ${column.columnType.name} "${column.name}" of "${name}"`),
    ...cascading.map((column) => `"partOf" of "${column.name}" in "${name}"`),
  ];
}
