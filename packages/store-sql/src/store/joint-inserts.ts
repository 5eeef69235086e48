import type { InsertOutcome, Row, WriteTransaction } from "@tablewright/core/storage";
import { ignore, type JointKind, JointMember, MOST_BATCHED_ROWS } from "./joint-member.ts";
import { GoesAlone } from "./lone-write.ts";

/** Writes that only insert a few rows into one table. `keyOf` has no key of one whose writes do not share a transaction. */
export function jointInserts(
  keyOf: (table: string) => readonly number[] | undefined,
): JointKind<InsertingMember> {
  return {
    steps: (join, caller) => ({
      insert(table, rows) {
        if (rows.length === 0 || rows.length > MOST_BATCHED_ROWS || keyOf(table) === undefined)
          return undefined;
        const member = new InsertingMember(rows, caller);
        join(table, member);
        return member.outcome.promise;
      },
    }),

    async carryOut(transaction, table, members) {
      const outcomes = await insertAll(transaction, table, members);
      for (const [at, { outcome }] of members.entries()) outcome.resolve(outcomes[at] as InsertOutcome);
      const sound = await Promise.all(members.map(({ ended }) => ended.promise));
      // A member that found duplicates has inserted nothing, whatever it makes of them.
      if (sound.some((one, at) => !one && outcomes[at]?.duplicates.length === 0)) throw new GoesAlone();
    },
  };
}

class InsertingMember extends JointMember {
  readonly rows: readonly Row[];
  readonly outcome = Promise.withResolvers<InsertOutcome>();

  constructor(rows: readonly Row[], caller: string | undefined) {
    super(caller);
    this.rows = rows;
    this.outcome.promise.catch(ignore);
  }

  override fail(error: unknown): void {
    this.outcome.reject(error);
  }
}

/** The rows of all members by one statement, or where there are duplicates those of each by one of its own. */
async function insertAll(
  transaction: WriteTransaction,
  table: string,
  members: readonly InsertingMember[],
): Promise<readonly InsertOutcome[]> {
  const { rows, duplicates } = await transaction.insert(
    table,
    members.flatMap((member) => member.rows),
  );
  if (duplicates.length > 0 && members.length === 1) return [{ rows, duplicates }];
  const outcomes: InsertOutcome[] = [];
  let from = 0;
  for (const member of members) {
    const to = from + member.rows.length;
    if (duplicates.length > 0) outcomes.push(await transaction.insert(table, member.rows));
    else outcomes.push({ rows: rows.slice(from, to), duplicates });
    from = to;
  }
  return outcomes;
}
