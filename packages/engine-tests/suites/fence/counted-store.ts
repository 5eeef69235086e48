import type { FindPlan, Found, Meter, Row, RowBatches, RowReader, Store } from "@tablewright/core/storage";

/** A store that counts what a caller's own reading costs; what security filters read is not counted. */
export interface CountedStore extends Store {
  /** What was counted since this was last called: reads, the rows they gave, steps of the budgets of callers. */
  takeCounts(): { readonly finds: readonly string[]; readonly rows: number; readonly steps: number };
}

export function countedStore(store: Store): CountedStore {
  const counts = { finds: [] as string[], rows: 0, meters: new Set<Meter>() };
  const counted = <T extends RowReader>(transaction: T): T =>
    new Proxy(transaction, {
      get(target, name) {
        if (name === "find") return (plan: FindPlan) => find(target, plan);
        const member = Reflect.get(target, name, target);
        return typeof member === "function" ? member.bind(target) : member;
      },
    });
  const find = async (transaction: RowReader, plan: FindPlan): Promise<Found> => {
    const isOfCaller = plan.rowSecurity !== undefined;
    if (isOfCaller) {
      counts.finds.push(`${plan.table} ${plan.conditions.length}`);
      counts.meters.add(plan.context.meter);
    }
    const result = await transaction.find(plan);
    if (!isOfCaller || !result.filtered) return result;
    return { ...result, batches: counting(result.batches) };
  };
  async function* counting(batches: RowBatches): AsyncGenerator<readonly Row[]> {
    for await (const rows of batches) {
      counts.rows += rows.length;
      yield rows;
    }
  }
  return {
    name: store.name,
    open: (tables, opening) => store.open(tables, opening),
    read: (work) => store.read((transaction) => work(counted(transaction))),
    write: (work, use) => store.write((transaction) => work(counted(transaction)), use),
    close: () => store.close(),
    takeCounts() {
      const { finds, rows, meters } = counts;
      counts.finds = [];
      counts.rows = 0;
      counts.meters = new Set();
      const steps = [...meters].reduce((sum, meter) => sum + meter.spent, 0);
      return { finds, rows, steps };
    },
  };
}
