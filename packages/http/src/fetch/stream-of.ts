import type { AnswerBody } from "../answers/answer.ts";

/**
 * An answer's body as a response takes it. Pieces are made as they are taken; when none is taken for so many milliseconds, the
 * answer is given up.
 */
export function streamOf(body: AnswerBody, longestWait: number): string | ReadableStream<Uint8Array> {
  if (typeof body === "string") return body;
  const pieces = body[Symbol.asyncIterator]();
  let unread: ReturnType<typeof setTimeout> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearTimeout(unread);
        const { done, value } = await pieces.next();
        if (done) return controller.close();
        controller.enqueue(value);
        unread = setTimeout(() => {
          controller.error(new Error(`Nothing of the answer was read for ${longestWait} ms.`));
          void pieces.return?.();
        }, longestWait);
      },
      async cancel() {
        clearTimeout(unread);
        await pieces.return?.();
      },
    },
    new CountQueuingStrategy({ highWaterMark: 0 }), // nothing is made before it is asked for
  );
}
