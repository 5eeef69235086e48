import type { Place } from "../../diagnostics/index.ts";
import type { Path } from "./path.ts";
import { readYaml } from "./read-yaml.ts";

/** Where the members of a definition stand in its text. */
export interface DefinitionPlaces {
  has(path: Path): boolean;
  /** Line and character from 1: of an expression its beginning; of a missing member the nearest part around it. */
  placeOf(path: Path): Place;
}

/** The places of a definition's text; undefined of one that cannot be read. */
export function definitionPlaces(
  text: string,
  { file }: { file?: string } = {},
): DefinitionPlaces | undefined {
  const { output } = readYaml(text, file);
  return output && { has: (path) => output.has(path), placeOf: (path) => output.placeInExpression(path, 0) };
}
