/** The same items, the next of which is on its way while one is worked on: a source and a store then work at the same time. */
export async function* readAhead<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = iterator.next();
      next.catch(() => {}); // it is thrown when the item is asked for
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}
