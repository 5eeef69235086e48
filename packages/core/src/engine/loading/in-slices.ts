/** The rows after the first `skipped`, in parts of one size however they came, so that a load that goes on cuts them alike. */
export async function* inSlices<R>(
  batches: AsyncIterable<readonly R[]>,
  skipped: number,
  size: number,
): AsyncGenerator<readonly R[]> {
  let left = skipped;
  let open: R[] = [];
  for await (const batch of batches) {
    const from = Math.min(left, batch.length);
    left -= from;
    for (let at = from; at < batch.length; at++) {
      open.push(batch[at] as R);
      if (open.length < size) continue;
      yield open;
      open = [];
    }
  }
  if (open.length > 0) yield open;
}
