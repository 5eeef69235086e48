import type { KeptColumn, KeptTable, MigrationPlan } from "@tablewright/core/storage";

/**
 * What in a plan looks as if something had got another name, each with what to do about it. Where a definition does not say
 * what it was, one has gone to a store and another has come.
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
      `${table}: is "${name}" the old "${column}" under another name? With "was: ${column}" beside its type the values come ` +
      "along; write it before the store is changed.",
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
      `${name}: is it the old "${table}" under another name? With "was: ${table}" beside its columns the rows come along; ` +
      "write it before the store is changed.",
  );
}
