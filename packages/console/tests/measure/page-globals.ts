/** What these files use of a browser's own names, which Node does not have. */
export interface PageGlobals {
  requestAnimationFrame(draw: (time: number) => void): number;
  addEventListener(type: "keydown", listen: () => void, isFirst: boolean): void;
  /** Milliseconds from each key to its frame. */
  shown: number[];
}
