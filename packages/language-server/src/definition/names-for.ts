import type { Path } from "@tablewright/core";
import { columnTypes, type DefinitionSource } from "@tablewright/core/definition";

/** A name that a member may hold. */
export interface OfferedName {
  readonly label: string;
  readonly kind: "table" | "slice" | "column" | "action" | "constant";
}

/** The declared names that may stand at a path, as a value or, of what is set, as the name of a member. */
export function namesFor(source: DefinitionSource, path: Path): readonly OfferedName[] {
  const at = path.join("\n");
  const [pattern] = PLACES.filter(([form]) => form.test(at));
  return pattern === undefined ? [] : pattern[1](source, path);
}

type Offer = (source: DefinitionSource, path: Path) => readonly OfferedName[];

const tables: Offer = (source) => offered(source.names(["tables"]), "table");
const sources: Offer = (source, path) => [
  ...tables(source, path),
  ...offered(source.names(["slices"]), "slice"),
];
const actions: Offer = (source) => offered(source.names(["actions"]), "action");
const operations = offered(["Add", "Edit", "Delete", "Find"], "action");
const types: Offer = () =>
  offered(
    columnTypes.map(({ name }) => name),
    "constant",
  );

/** The columns of the table that the path is in, or that the member `table` beside a part of the path names. */
const ownColumns: Offer = (source, path) => columnsOf(source, String(path[1]));
const columnsBeside =
  (depth: number): Offer =>
  (source, path) =>
    columnsOf(source, String(source.part([...path.slice(0, depth), "table"])?.value));

function columnsOf(source: DefinitionSource, table: string): readonly OfferedName[] {
  return offered(source.names(["tables", table, "columns"]), "column");
}

function offered(names: readonly string[], kind: OfferedName["kind"]): readonly OfferedName[] {
  return names.map((label) => ({ label, kind }));
}

/** Paths, their steps on lines, and what is named there. */
const PLACES: readonly (readonly [form: RegExp, offer: Offer])[] = [
  [/^tables\n.*\ncolumns\n.*\ntable$/, tables],
  [/^tables\n.*\ncolumns\n.*\n(type|itemType)$/, types],
  [/^tables\n.*\nkey\n\d+$/, ownColumns],
  [/^tables\n.*\ncolumns\n.*\nwatch\ncolumns\n\d+$/, ownColumns],
  [/^slices\n.*\ntable$/, tables],
  [/^slices\n.*\ncolumns\n\d+$/, columnsBeside(2)],
  [
    /^actions\n.*\n(?:addRow\n)?set\n.*$/,
    (source, path) => columnsBeside(path[2] === "addRow" ? 3 : 2)(source, path),
  ],
  [/^actions\n.*\n(?:(?:addRow|onRows)\n)?table$/, tables],
  [/^actions\n.*\nrun\n\d+$/, actions],
  [/^actions\n.*\nonRows\naction$/, actions],
  [/^rules\n.*\ntable$/, sources],
  [/^rules\n.*\nsteps\n\d+\naction$/, actions],
  [/^app\napi\naccessKeys\n\d+\ntables\n\d+$/, sources],
  [/^app\napi\naccessKeys\n\d+\nactions\n\d+$/, (source, path) => [...operations, ...actions(source, path)]],
];
