import type { IncomingMessage } from "node:http";
import { diagnose, type Outcome } from "@tablewright/core";
import { overLimit } from "../answers/over-limit.ts";

/**
 * The body as sent. A body that is too large is not kept; the connection stays usable, because the rest is passed over
 * before the next request. By events: an iterator over the message costs as much as all the rest of a small call.
 */
export function readBytes(message: IncomingMessage, limit: number): Promise<Outcome<Buffer>> {
  const tooLarge = { output: undefined, diagnostics: [overLimit("bodyBytes", limit)] };
  if (Number(message.headers["content-length"] ?? 0) > limit) return Promise.resolve(tooLarge);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (outcome: Outcome<Buffer>) => {
      message.off("data", take).off("end", end).off("error", cutOff).off("close", cutOff);
      message.on("error", ignore).resume();
      resolve(outcome);
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) finish(tooLarge);
      else chunks.push(chunk);
    };
    const end = () => finish({ output: Buffer.concat(chunks, size), diagnostics: [] });
    const cutOff = () => {
      const reason = "it ended before all of it had arrived";
      finish({ output: undefined, diagnostics: [diagnose("request/unreadable-body", { reason })] });
    };
    message.on("data", take).on("end", end).on("error", cutOff).on("close", cutOff);
    if (message.destroyed) cutOff();
  });
}

/** Whoever waited has been answered. */
function ignore(): void {}
