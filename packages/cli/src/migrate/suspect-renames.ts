import type { KeptColumn, KeptTable, MigrationPlan } from "@tablewright/core/storage";

/**
 * What in a plan looks as if something had got another name, each with what to do about it. A store tells columns and
 * tables by their names, so to it one has gone and another has come.
 */
export function suspectRenames(plan: MigrationPlan): readonly string[] {
  return plan.flatMap((step) => {
    if (step.what === "keepColumn" && step.values > 0) return columnsLike(step, plan);
    return step.what === "keepTable" && step.rows > 0 ? tablesLike(step, plan) : [];
  });
}

function columnsLike({ table, column, holds }: KeptColumn, plan: MigrationPlan): string[] {
  const likely = plan.flatMap((step) =>
    step.what === "addColumn" && step.table === table && step.holds === holds ? [step.column] : [],
  );
  return likely.map(
    (name) =>
      `${table}: is "${name}" the old "${column}" under another name? Values do not move by themselves. To take them along ` +
      `name both columns, run an action that sets "${name}" to [${column}], and only then remove "${column}".`,
  );
}

function tablesLike({ table, columns }: KeptTable, plan: MigrationPlan): string[] {
  const likely = plan.flatMap((step) => {
    if (step.what !== "createTable") return [];
    const same = step.columns.filter((name) => columns.includes(name));
    return same.length * 2 >= Math.max(columns.length, step.columns.length) ? [step.table] : [];
  });
  return likely.map(
    (name) =>
      `${name}: is it the old "${table}" under another name? Rows do not move by themselves. To take them along name both ` +
      `tables, run an action on "${table}" that adds each row to "${name}", and only then remove "${table}".`,
  );
}
