import type {
  FindPlan,
  Found,
  InMemoryRows,
  Key,
  PlanExplanation,
  Row,
  RowReader,
} from "../../storage/index.ts";
import type { Call } from "../calls/call.ts";
import { filterOf, rowSecurityOf } from "./askable-part.ts";
import { explainVisible } from "./explain-visible.ts";
import { findVisible } from "./find-visible.ts";
import { rowsOfKeys } from "./rows-of-keys.ts";

/**
 * The one door through which a call reads: a row whose table has a security filter exists only where the filter is TRUE
 * for the caller. A filter sees all rows of every table, has a budget of its own, and hides the row it fails on, so
 * that hidden rows change no answer and no error; what the caller wrote is evaluated on the rows behind the door alone.
 */
export class VisibleRows implements RowReader {
  readonly #call: Call;
  readonly #stored: RowReader;

  constructor(call: Call, stored: RowReader) {
    this.#call = call;
    this.#stored = stored;
  }

  async find(plan: FindPlan): Promise<Found> {
    const filter = filterOf(this.#call, plan.table);
    if (filter === undefined) return this.#stored.find({ ...plan, rowSecurity: rowSecurityOf(this.#call) });
    return findVisible(this.#call, this.#stored, plan, filter);
  }

  explain(plan: FindPlan): Promise<PlanExplanation> {
    return explainVisible(this.#stored, plan, rowSecurityOf(this.#call));
  }

  getByKeys(table: string, keys: readonly Key[]): Promise<readonly (Row | undefined)[]> {
    const definition = this.#call.app.tables.get(table);
    const filter = filterOf(this.#call, table);
    if (definition === undefined || filter === undefined) return this.#stored.getByKeys(table, keys);
    return rowsOfKeys(this.#call, this.#stored, definition, keys, filter);
  }

  inMemory(table: string): InMemoryRows | undefined {
    return filterOf(this.#call, table) === undefined ? this.#stored.inMemory?.(table) : undefined;
  }
}
