import type { Room } from "./room.ts";

/** The bytes of one call's body, in the rooms that bound what its key and all keys hold at a time. */
export class HeldBytes {
  readonly #rooms: readonly Room[];
  #bytes = 0;
  #full: Room | undefined;

  constructor(rooms: readonly Room[]) {
    this.#rooms = rooms;
  }

  /** The room in which there was none for what was to be held. */
  get full(): Room | undefined {
    return this.#full;
  }

  /** Holds so many bytes more; false when there is no room for them. */
  hold(bytes: number): boolean {
    this.#full = this.#rooms.find((room) => room.taken + bytes > room.limit);
    if (this.#full !== undefined) return false;
    for (const room of this.#rooms) room.take(bytes);
    this.#bytes += bytes;
    return true;
  }

  /** Gives back what is held beyond so many bytes. */
  keep(bytes: number): void {
    const surplus = this.#bytes - bytes;
    if (surplus <= 0) return;
    for (const room of this.#rooms) room.giveBack(surplus);
    this.#bytes = bytes;
  }
}
