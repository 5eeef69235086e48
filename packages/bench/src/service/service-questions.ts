import type { Figure } from "../figure.ts";
import { type StoreKind, storeKinds } from "../open-store.ts";
import { CONSTANT, LINEAR } from "./measure-growth.ts";
import { WRITES } from "./measure-writers.ts";
import { operations } from "./operations.ts";

/** One line of the table: which figure, and from where on, or up to where, it is as it should be. */
export interface ServiceQuestion {
  readonly figure: string;
  readonly unit: string;
  readonly target: { readonly atLeast: number } | { readonly atMost: number } | undefined;
}

/** Our requests per second of processor time over those of the floor. */
const LEAST: Readonly<Record<string, (kind: StoreKind) => number | undefined>> = {
  "point read": () => 0.75,
  "add 1 row": () => 0.5,
  "add 1,000 rows, 3 formulas and 3 validations": () => 0.4,
  "Top(OrderBy(Filter()), 50)": (kind) => (kind === "memory" ? 1.5 : 0.9),
  "read 10,000 rows": () => 1,
  "1,000 rows each summing its children": () => 1 / 3,
};

export const serviceQuestions: readonly ServiceQuestion[] = [
  ...operations.flatMap(({ name }) =>
    storeKinds.map((kind) => {
      const atLeast = LEAST[name]?.(kind);
      return {
        figure: `${kind}: ${name}`,
        unit: "×",
        target: atLeast === undefined ? undefined : { atLeast },
      };
    }),
  ),
  { figure: "embedded: point read over HTTP", unit: "×", target: { atLeast: 5 } },
  { figure: "embedded: a row of 1,000 over a single one", unit: "×", target: { atLeast: 4 } },
  ...storeKinds.map((kind) => ({
    figure: `${kind}: by index over a scan`,
    unit: "×",
    target: { atLeast: 20 },
  })),
  ...storeKinds.map((kind) => ({
    figure: `${kind}: add 1,000 rows, with a history over without`,
    unit: "×",
    target: { atMost: 1.25 },
  })),
  ...storeKinds.flatMap((kind) =>
    [...CONSTANT, ...LINEAR].map((name) => ({
      figure: `${kind}: growth of ${name}`,
      unit: "×",
      target: { atMost: 1.5 },
    })),
  ),
  ...WRITES.map((name) => ({
    figure: `postgres: eight writers over one, ${name}`,
    unit: "×",
    target: { atLeast: 3 },
  })),
  { figure: "start to first answer", unit: "s", target: { atMost: 0.7 } },
  { figure: "memory after start", unit: "MB", target: { atMost: 120 } },
  { figure: "growth by reading all rows", unit: "MB", target: { atMost: 40 } },
];

/** The target in words, and whether the figure reaches it. */
export function judge(
  { target, unit }: ServiceQuestion,
  figure: Figure | undefined,
): readonly [target: string, reached: string] {
  if (target === undefined) return ["", ""];
  const isReached =
    figure !== undefined &&
    ("atLeast" in target ? figure.ratio >= target.atLeast : figure.ratio <= target.atMost);
  const bound = "atLeast" in target ? `≥ ${target.atLeast.toFixed(2)}` : `≤ ${target.atMost}`;
  return [`${bound} ${unit}`, isReached ? "yes" : "no"];
}
