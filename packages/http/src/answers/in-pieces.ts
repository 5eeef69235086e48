import type { Turn } from "@tablewright/core";

/** Pieces between two texts, one at a time; others are served before the next is made when the call's turn is over. */
export async function* inPieces(
  before: string,
  pieces: Iterable<Uint8Array>,
  after: string,
  turn: Turn,
): AsyncGenerator<Uint8Array> {
  let waiting = Buffer.from(before);
  for (const piece of pieces) {
    yield waiting.length === 0 ? piece : Buffer.concat([waiting, piece]);
    waiting = NOTHING;
    if (turn.isOver) await turn.pause();
  }
  if (after !== "") yield Buffer.from(after);
}

const NOTHING = Buffer.alloc(0);
