import type { RowNumbering, SharedSlots, TableLayout } from "@tablewright/store-sql";
import type { PostgresConnection } from "./connection.ts";
import { drawSlots } from "./slots.ts";

/**
 * The slots that the runs of one write have drawn from sequences, which take nothing back: a run that follows is given those
 * of the one before. Those that no row has got in the end are gaps, which the tables have to be told of.
 */
export class DrawnSlots {
  readonly #drawn = new Map<string, Drawn>();
  readonly #settled = new Set<TableLayout>();
  /** Tables of which slots may have been drawn that are not known. */
  readonly #unknown = new Set<TableLayout>();

  /** How a concurrent run draws. */
  begin(connection: PostgresConnection): SharedSlots {
    for (const drawn of this.#drawn.values()) drawn.used = 0;
    return {
      draw: async (layout, numbering, count) => {
        const drawn = this.#of(layout, numbering);
        const missing = drawn.used + count - drawn.slots.length;
        const fresh = missing > 0 ? await drawSlots(connection, layout, missing) : [];
        for (const slot of fresh) drawn.slots.push(slot);
        return drawn.slots.slice(drawn.used, drawn.used + count);
      },
      noteAdded: ({ table: { name } }, count) => {
        const drawn = this.#drawn.get(name);
        if (drawn !== undefined) drawn.used += count;
      },
      // A table whose order is that of commits draws after its lock; what runs before have drawn is used first.
      letDraw: (layout) => {
        if (layout.table.order === "commit" || this.#drawn.has(layout.table.name)) return false;
        if (this.#unknown.has(layout)) return false;
        this.#unknown.add(layout);
        return true;
      },
      noteDrawn: (layout, numbering, slots) => {
        this.#unknown.delete(layout);
        const drawn = this.#of(layout, numbering);
        for (const slot of slots) drawn.slots.push(slot);
      },
    };
  }

  /** Takes note that a run has counted so many slots of a table, which counts for others if it is committed. */
  noteSettled(layout: TableLayout, count: number): void {
    if (count > FEW) this.#settled.add(layout);
  }

  /** The tables that are to be settled after a run that was committed or not. */
  lost(isCommitted: boolean): readonly TableLayout[] {
    const unused = [...this.#drawn.values()]
      .filter(({ slots, used }) => slots.length > (isCommitted ? used : 0))
      .map(({ layout }) => layout);
    const lost = [...new Set([...unused, ...this.#unknown])].filter(
      ({ table }) => table.rowNumbers === "position",
    );
    return isCommitted ? lost : [...lost, ...this.#settled];
  }

  /**
   * Slots that were drawn before are still ours while the numbering is the same: one that has been settled since counts them
   * as gaps. In a table whose order is that of commits each run draws when it is its turn.
   */
  #of(layout: TableLayout, numbering: RowNumbering): Drawn {
    const { name, order } = layout.table;
    const next = numbering.numberOfNew(numbering.highest + 1);
    const existing = this.#drawn.get(name);
    const isSame = existing?.highest === numbering.highest && existing.next === next;
    if (existing !== undefined && isSame && (order !== "commit" || existing.used > 0)) return existing;
    const drawn = { layout, slots: [], used: 0, highest: numbering.highest, next };
    this.#drawn.set(name, drawn);
    return drawn;
  }
}

interface Drawn {
  readonly layout: TableLayout;
  readonly slots: number[];
  used: number;
  /** The numbering at that time. */
  readonly highest: number;
  readonly next: number;
}

/** Slots that are counted in no time. */
const FEW = 1_000;
