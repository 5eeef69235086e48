/** The groups of two or more files in which each reaches every other by imports, types included. */
export function importCircles(
  imports: ReadonlyMap<string, readonly string[]>,
): readonly (readonly string[])[] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: (readonly string[])[] = [];

  function visit(path: string): number {
    const own = order.size;
    order.set(path, own);
    lowest.set(path, own);
    open.push(path);
    for (const next of imports.get(path) ?? []) {
      if (!imports.has(next)) continue;
      if (!order.has(next)) lower(path, visit(next));
      else if (open.includes(next)) lower(path, order.get(next) ?? own);
    }
    if (lowest.get(path) === own) close(path);
    return lowest.get(path) ?? own;
  }

  function lower(path: string, reached: number): void {
    lowest.set(path, Math.min(lowest.get(path) ?? reached, reached));
  }

  function close(first: string): void {
    const circle = open.splice(open.indexOf(first));
    if (circle.length > 1) circles.push(circle.sort());
  }

  for (const path of imports.keys()) if (!order.has(path)) visit(path);
  return circles;
}
