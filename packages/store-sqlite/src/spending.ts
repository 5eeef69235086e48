import type { Meter } from "@tablewright/core/expression";
import type { Budgets } from "./running-statement.ts";

/** What a statement has spent of its budgets, so that what is done once more is not spent twice: how long anything takes
 * decides nothing but how long it takes. */
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
