/** In pixels of the page. */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Whether all of a box is within another. */
export function isWithin(outer: Box | null, inner: Box | null): boolean {
  if (outer === null || inner === null) return false;
  const isAcross = inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width;
  return isAcross && inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height;
}
