/**
 * A list of which cheap forks can be taken. Only the newest fork is changed: what it has not touched it shares with the
 * list it came from, which never notices.
 */
export class PersistentList<T> {
  readonly #owner = {};
  #chunks: Chunk<T>[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  fork(): PersistentList<T> {
    const fork = new PersistentList<T>();
    fork.#chunks = this.#chunks.slice();
    fork.#length = this.#length;
    return fork;
  }

  /** The item at a place from 0; the place must be below `length`. */
  at(place: number): T {
    return (this.#chunks[place >>> CHUNK_BITS] as Chunk<T>).items[place & CHUNK_MASK] as T;
  }

  push(item: T): void {
    if (this.#length >>> CHUNK_BITS === this.#chunks.length) {
      this.#chunks.push({ owner: this.#owner, items: [] });
    }
    this.#own(this.#length >>> CHUNK_BITS).items.push(item);
    this.#length++;
  }

  replace(place: number, item: T): void {
    this.#own(place >>> CHUNK_BITS).items[place & CHUNK_MASK] = item;
  }

  #own(index: number): Chunk<T> {
    const chunk = this.#chunks[index] as Chunk<T>;
    if (chunk.owner === this.#owner) return chunk;
    const copy = { owner: this.#owner, items: chunk.items.slice() };
    this.#chunks[index] = copy;
    return copy;
  }
}

interface Chunk<T> {
  /** The list that may change the chunk in place. */
  readonly owner: object;
  readonly items: T[];
}

const CHUNK_BITS = 8;
const CHUNK_MASK = (1 << CHUNK_BITS) - 1;
