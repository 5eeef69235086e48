import type { Answer } from "../answers/answer.ts";
import { overLimit } from "../answers/over-limit.ts";
import { whenSent } from "../answers/when-sent.ts";
import { writeProblem } from "../answers/write-problem.ts";
import type { Room } from "./room.ts";

/** An answer that takes a unit of a room until it was sent; where there is none, it is refused. */
export async function withinRoom(room: Room, traceId: string, work: () => Promise<Answer>): Promise<Answer> {
  if (!room.take(1)) return writeProblem([overLimit(room.name, room.limit)], traceId);
  const leave = () => room.giveBack(1);
  try {
    return whenSent(await work(), leave);
  } catch (error) {
    leave();
    throw error;
  }
}
