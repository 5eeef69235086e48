import { setImmediate } from "node:timers/promises";

/** Pieces between two texts, one at a time: other requests have their turn before the next is made. */
export async function* inPieces(
  before: string,
  pieces: Iterable<Uint8Array>,
  after: string,
): AsyncGenerator<Uint8Array> {
  let waiting = Buffer.from(before);
  for (const piece of pieces) {
    yield waiting.length === 0 ? piece : Buffer.concat([waiting, piece]);
    waiting = NOTHING;
    await setImmediate();
  }
  if (after !== "") yield Buffer.from(after);
}

const NOTHING = Buffer.alloc(0);
