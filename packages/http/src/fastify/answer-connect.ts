import type { Socket } from "node:net";
import type { Timeouts } from "../limits.ts";
import { answerClientError } from "./answer-client-error.ts";
import type { FewARound } from "./few-a-round.ts";
import type { Connection } from "./track-connections.ts";

/**
 * A CONNECT is refused as what cannot be read as a request is. The platform has let go of the connection by then, and would
 * close it in the middle of an earlier answer; so what an answer under way needs of it is done here.
 */
export function answerConnect(
  socket: Socket,
  connection: Connection | undefined,
  timeouts: Timeouts,
  endings: FewARound,
): void {
  socket.on("error", () => socket.destroy());
  socket.on("drain", () => {
    const [first] = connection?.unsent ?? [];
    first?.emit("drain");
  });
  socket.resume();
  answerClientError({ name: "Error", message: "", code: "CONNECT" }, socket, connection, timeouts, endings);
}
