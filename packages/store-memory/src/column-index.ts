import { type Family, hashOf, type Value } from "@tablewright/core/expression";
import { PersistentMap } from "./persistent-map.ts";
import type { Scalar } from "./scatter.ts";

/**
 * Where the values of a column stand, by the language's equality. Slots are only ever added: what it answers holds
 * every slot with the value, and maybe slots that have lost it or their row, so who asks looks at the rows again.
 */
export class ColumnIndex {
  readonly column: number;
  readonly family: Family;
  readonly #slots: PersistentMap<Slots>;
  #entryCount = 0;

  constructor(column: number, family: Family, slots = new PersistentMap<Slots>()) {
    this.column = column;
    this.family = family;
    this.#slots = slots;
  }

  fork(): ColumnIndex {
    const fork = new ColumnIndex(this.column, this.family, this.#slots.fork());
    fork.#entryCount = this.#entryCount;
    return fork;
  }

  /** Slots held, those out of date included. */
  get entryCount(): number {
    return this.#entryCount;
  }

  add(value: Value, slot: number): void {
    const hash = this.hash(value);
    const slots = this.#slots.get(hash);
    this.#slots.set(hash, slots === undefined ? slot : withSlot(slots, slot));
    this.#entryCount++;
  }

  hash(value: Value): Scalar {
    return hashOf(value, this.family);
  }

  /** How many slots `slotsOf` looks through. */
  countOf(value: Value): number {
    const slots = this.#slots.get(this.hash(value));
    return slots === undefined ? 0 : typeof slots === "number" ? 1 : slots.length;
  }

  /** The slots that may hold the value, ascending, each once. To be used before the next change to any fork. */
  slotsOf(value: Value): readonly number[] {
    const slots = this.#slots.get(this.hash(value));
    if (slots === undefined) return [];
    if (typeof slots === "number") return [slots];
    if (!slots.ascending) {
      slots.shared = [...new Set(slots.shared.slice(0, slots.length))].sort((a, b) => a - b);
      slots.length = slots.shared.length;
      slots.ascending = true;
    }
    return slots.shared.length === slots.length ? slots.shared : slots.shared.slice(0, slots.length);
  }
}

/** A value that stands in one slot only, as in a key column, takes no list. */
type Slots = number | SlotList;

/** The first `length` of `shared`; newer forks put theirs behind them, which this one does not see. */
interface SlotList {
  shared: number[];
  length: number;
  ascending: boolean;
}

/** Writes into the array it shares with older forks, behind all that they read. */
function withSlot(slots: Slots, slot: number): SlotList {
  if (typeof slots === "number") return { shared: [slots, slot], length: 2, ascending: slots < slot };
  const { shared, length, ascending } = slots;
  shared.length = length;
  shared.push(slot);
  return { shared, length: length + 1, ascending: ascending && (shared[length - 1] as number) < slot };
}
