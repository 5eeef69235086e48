import { type Scalar, scatter } from "./encode-key.ts";

/**
 * A map of which cheap forks can be taken. Only the newest fork is changed: what it has not touched it shares with the
 * map it came from, which never notices. A change to a fresh fork copies a few dozen entries, however large the map is.
 * The value undefined is not for keeping.
 */
export class PersistentMap<V> {
  #pages: Page<V>[] = [];
  #shardCount = 0;
  #size = 0;
  readonly #owner = {};

  get size(): number {
    return this.#size;
  }

  fork(): PersistentMap<V> {
    const fork = new PersistentMap<V>();
    fork.#pages = this.#pages.slice();
    fork.#shardCount = this.#shardCount;
    fork.#size = this.#size;
    return fork;
  }

  get(key: Scalar): V | undefined {
    if (this.#size === 0) return undefined;
    const hash = scatter(key);
    const place = hash & (this.#shardCount - 1);
    const shard = (this.#pages[place >>> PAGE_BITS] as Page<V>).shards[place & PAGE_MASK] as Shard<V>;
    const at = indexIn(shard, hash, key);
    return at < 0 ? undefined : shard.values[at];
  }

  set(key: Scalar, value: V): void {
    if (this.#size >= this.#shardCount * SHARD_SIZE) this.#grow();
    const hash = scatter(key);
    const shard = this.#ownShard(hash);
    const at = indexIn(shard, hash, key);
    if (at >= 0) {
      shard.values[at] = value;
      return;
    }
    shard.hashes.push(hash);
    shard.keys.push(key);
    shard.values.push(value);
    this.#size++;
  }

  delete(key: Scalar): void {
    if (this.get(key) === undefined) return;
    const hash = scatter(key);
    const { hashes, keys, values } = this.#ownShard(hash);
    const at = indexIn({ hashes, keys }, hash, key);
    hashes.splice(at, 1);
    keys.splice(at, 1);
    values.splice(at, 1);
    this.#size--;
  }

  /** The shard of a hash, copied first where an older map still reads it. */
  #ownShard(hash: number): Shard<V> {
    const place = hash & (this.#shardCount - 1);
    let page = this.#pages[place >>> PAGE_BITS] as Page<V>;
    if (page.owner !== this.#owner) {
      page = { owner: this.#owner, shards: page.shards.slice() };
      this.#pages[place >>> PAGE_BITS] = page;
    }
    const shard = page.shards[place & PAGE_MASK] as Shard<V>;
    if (shard.owner === this.#owner) return shard;
    const { hashes, keys, values } = shard;
    const copy = { owner: this.#owner, hashes: hashes.slice(), keys: keys.slice(), values: values.slice() };
    page.shards[place & PAGE_MASK] = copy;
    return copy;
  }

  /** Doubles the shards, which all become this map's own. */
  #grow(): void {
    const shardCount = Math.max(1, this.#shardCount * 2);
    const owner = this.#owner;
    const shards = Array.from(
      { length: shardCount },
      (): Shard<V> => ({ owner, hashes: [], keys: [], values: [] }),
    );
    for (const { hashes, keys, values } of this.#pages.flatMap((page) => page.shards)) {
      for (const [at, hash] of hashes.entries()) {
        const shard = shards[hash & (shardCount - 1)] as Shard<V>;
        shard.hashes.push(hash);
        shard.keys.push(keys[at] as Scalar);
        shard.values.push(values[at] as V);
      }
    }
    this.#pages = Array.from({ length: Math.ceil(shardCount / PAGE_SIZE) }, (_, page) => ({
      owner,
      shards: shards.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE),
    }));
    this.#shardCount = shardCount;
  }
}

/** Where in a shard a key is, or -1. Most other keys differ from it by their hashes. */
function indexIn(
  { hashes, keys }: Pick<Shard<unknown>, "hashes" | "keys">,
  hash: number,
  key: Scalar,
): number {
  for (let at = 0; at < hashes.length; at++) {
    if (hashes[at] === hash && keys[at] === key) return at;
  }
  return -1;
}

interface Page<V> {
  /** The map that may change the page in place. */
  readonly owner: object;
  readonly shards: Shard<V>[];
}

/** A few entries side by side: a copy of three short arrays is cheaper than that of a hash table. */
interface Shard<V> {
  readonly owner: object;
  readonly hashes: number[];
  readonly keys: Scalar[];
  readonly values: V[];
}

/** Entries per shard, on the average, when the map grows. */
const SHARD_SIZE = 20;
const PAGE_BITS = 6;
const PAGE_SIZE = 1 << PAGE_BITS;
const PAGE_MASK = PAGE_SIZE - 1;
