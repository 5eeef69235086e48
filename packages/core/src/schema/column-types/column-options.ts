import { columnMembers } from "../text/column-members.ts";

export type { ColumnWatch } from "../text/column-members.ts";

type Members = typeof columnMembers;

/** The members that are options: every one that says what holds where it is left out. */
type Options = {
  [N in keyof Members as Members[N] extends { otherwise: unknown } ? N : never]: Members[N];
};

/** What a definition says about a column beyond its type: names resolved, bounds and values read, the rest filled in. */
export type ColumnOptions = {
  readonly [N in keyof Options]: Options[N] extends { otherwise: infer T } ? T : never;
};

/** An option that only some column types take. */
export type OptionName = Exclude<
  keyof ColumnOptions,
  "description" | "sensitive" | "source" | "was" | "readOnly" | "index"
>;

const options = Object.entries(columnMembers).flatMap(([name, one]) =>
  "otherwise" in one ? [{ name, ...one }] : [],
);

/** The options that only some column types take. */
export const optionNames = options
  .filter(({ takenBy }) => takenBy === "some types")
  .map(({ name }) => name as OptionName);

/** A column about which nothing is said beyond its type. */
export const noOptions = Object.fromEntries(
  options.map(({ name, otherwise }) => [name, otherwise]),
) as ColumnOptions;
