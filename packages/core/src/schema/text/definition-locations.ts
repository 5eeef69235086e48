import type { Location } from "../../diagnostics/index.ts";
import type { Path } from "./path.ts";
import { readYaml } from "./read-yaml.ts";

/** Where the members of a definition stand in its text. */
export interface DefinitionLocations {
  has(path: Path): boolean;
  /** Line and character from 1: of an expression its beginning; of a missing member the nearest part around it. */
  locationOf(path: Path): Location;
}

/** The locations of a definition's text; undefined of one that cannot be read. */
export function definitionLocations(
  text: string,
  { file }: { file?: string } = {},
): DefinitionLocations | undefined {
  const { output } = readYaml(text, file);
  return (
    output && { has: (path) => output.has(path), locationOf: (path) => output.locationInExpression(path, 0) }
  );
}
