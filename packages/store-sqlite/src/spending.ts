import type { Meter } from "@tablewright/core/storage";
import type { Budgets } from "@tablewright/store-sql";

/**
 * What a statement has spent of its budgets. What is done once more, because it held others up, is given back before: how
 * fast a computer is decides nothing about what a call spends.
 */
export class Spending {
  readonly #budgets: Budgets;
  #spent = 0;
  #spentOfFilters = 0;

  constructor(budgets: Budgets) {
    this.#budgets = budgets;
    this.keep();
  }

  /** What was spent until now stays spent. */
  keep(): void {
    this.#spent = this.#budgets.meter.spent;
    this.#spentOfFilters = this.#budgets.filterMeter.spent;
  }

  /** Gives back what was spent after that. */
  giveBack(): void {
    rewind(this.#budgets.meter, this.#spent);
    rewind(this.#budgets.filterMeter, this.#spentOfFilters);
  }
}

function rewind(meter: Meter, spent: number): void {
  if (meter.spent !== spent) meter.rewind(spent);
}
