/** The tables of an application as a picture: boxes and arrows, in pixels. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
  readonly arrows: readonly Arrow[];
}

export interface Box {
  readonly table: string;
  /** Its key, its formulas, its actions and its rules. */
  readonly lines: readonly string[];
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Arrow {
  /** The column that holds the Ref; empty for what reads or changes another table. */
  readonly name: string;
  readonly kind: "ref" | "part" | "reads" | "changes";
  readonly path: string;
  /** Where the name is written. */
  readonly x: number;
  readonly y: number;
}
