import type { Answer } from "./answer.ts";

/**
 * The answer, and `done` is called once when all of it was taken by the adapter that sends it, or will not be: at once for a text.
 */
export function whenSent(answer: Answer, done: () => void): Answer {
  const { body } = answer;
  if (typeof body === "string") {
    done();
    return answer;
  }
  const pieces = body[Symbol.asyncIterator]();
  let isDone = false;
  const finish = () => {
    if (!isDone) done();
    isDone = true;
  };
  const watched: AsyncIterator<Uint8Array, undefined> = {
    async next() {
      try {
        const next = await pieces.next();
        if (!next.done) return next;
      } catch (error) {
        finish();
        throw error;
      }
      finish();
      return { done: true, value: undefined };
    },
    async return() {
      finish();
      await pieces.return?.();
      return { done: true, value: undefined };
    },
  };
  return { ...answer, body: { [Symbol.asyncIterator]: () => watched } };
}
