import type { IncomingMessage } from "node:http";
import type { RequestBody } from "../api-request.ts";
import { refusalOf } from "./answer-client-error.ts";
import type { FewARound } from "./few-a-round.ts";

/**
 * The body of a message of Node's. Of one that is too large nothing is kept, and no more is read: what becomes of the rest
 * is decided when the request is answered. By events: an iterator over the message costs as much as all the rest of a
 * small call.
 */
export function nodeBody(message: IncomingMessage, endings: FewARound): RequestBody {
  return { read: (limit, hold) => readMessage(message, endings, limit, hold) };
}

type Read = Awaited<ReturnType<RequestBody["read"]>>;

function readMessage(
  message: IncomingMessage,
  endings: FewARound,
  limit: number,
  hold: (bytes: number) => boolean,
): Promise<Read> {
  if (Number(message.headers["content-length"] ?? 0) > limit) return Promise.resolve("too-large");
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let isWhole = false;
    const finish = (read: Read) => {
      message.off("data", take).off("end", end).off("error", cutOff).off("close", cutOff);
      message.on("error", ignore).pause();
      resolve(read);
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) finish("too-large");
      else if (!hold(chunk.length)) finish("no-room");
      else chunks.push(chunk);
    };
    // After its end a message says nothing more that matters: taking the listeners off would cost as much as reading.
    const end = () => {
      isWhole = true;
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size));
    };
    const cutOff = () => {
      if (!isWhole) endings.do(() => finish(refusalOf(message.socket) ?? "cut-off"));
    };
    message.on("data", take).on("end", end).on("error", cutOff).on("close", cutOff);
    if (message.destroyed) cutOff();
  });
}

/** Whoever waited has been answered. */
function ignore(): void {}
