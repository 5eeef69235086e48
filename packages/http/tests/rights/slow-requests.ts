/** Requests and answers that take their time. */
import type { Answer } from "../../src/index.ts";

/** How a body arrives that is waited for from `begun` on. */
export function slowly() {
  const [begun, arrived] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const arrives = () => {
    begun.resolve();
    return arrived.promise;
  };
  return { begun: begun.promise, arrives, end: arrived.resolve };
}

/** An event of a stream. */
export interface Event {
  /** Missing where only the id of the last event is told. */
  readonly event: string | undefined;
  readonly id: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The events of an answer, as they come. */
export async function* eventsOf({ body }: Answer): AsyncGenerator<Event, undefined> {
  if (typeof body === "string") throw new Error(`That is no stream: ${body}`);
  let text = "";
  for await (const piece of body) {
    text += Buffer.from(piece).toString();
    const parts = text.split("\n\n");
    text = parts.pop() ?? "";
    for (const part of parts) {
      const { event, id, data } = Object.fromEntries(part.split("\n").map((line) => line.split(/: (.*)/su)));
      if (event !== undefined || id !== undefined) yield { event, id, data: data && JSON.parse(data) };
    }
  }
  return undefined;
}
