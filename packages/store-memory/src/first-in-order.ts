type Compare = (left: number, right: number) => number;

/** The first `limit` of the positions below `count` in an order without ties; a small limit never sorts the rest. */
export function firstInOrder(count: number, limit: number, compare: Compare): number[] {
  if (limit * 8 >= count) {
    const all = Array.from({ length: count }, (_, position) => position).sort(compare);
    return limit < count ? all.slice(0, limit) : all;
  }
  return limit === 0 ? [] : smallest(count, limit, compare).sort(compare);
}

/** A heap of the `limit` best so far, the last of them on top, where each newcomer is held against it. */
function smallest(count: number, limit: number, compare: Compare): number[] {
  const heap = Array.from({ length: limit }, (_, position) => position).sort((a, b) => compare(b, a));
  for (let position = limit; position < count; position++) {
    if (compare(position, heap[0] as number) < 0) sinkFromTop(heap, position, compare);
  }
  return heap;
}

/** Puts `position` in the place of the top and lets it sink until what is below comes before it. */
function sinkFromTop(heap: number[], position: number, compare: Compare): void {
  let at = 0;
  for (let child = 1; child < heap.length; child = 2 * at + 1) {
    const sibling = child + 1;
    const later =
      sibling < heap.length && compare(heap[sibling] as number, heap[child] as number) > 0 ? sibling : child;
    if (compare(heap[later] as number, position) <= 0) break;
    heap[at] = heap[later] as number;
    at = later;
  }
  heap[at] = position;
}
