import { type Document, LineCounter, type ParsedNode, parseDocument } from "yaml";
import { type Diagnostic, diagnose, hasErrors, type Location, type Outcome } from "../diagnostics/index.ts";
import { DefinitionSource, type Path } from "./definition-source.ts";
import { type PartsReader, readParts } from "./read-parts.ts";
import { yamlErrors } from "./yaml-errors.ts";

/** UTF-16 units of a definition. */
export const LONGEST_DEFINITION = 2_097_152;

/** What a file is called in messages. */
type FileKind = "definition" | "test file";

interface YamlReading {
  readonly kind?: FileKind;
  readonly isHalfWritten?: boolean;
}

/**
 * YAML or JSON text as plain data with the place of every part. Errors of syntax leave no output; a member that stands
 * twice is reported and the rest is still read. For editors, what can be read of a text that is half written is an output, too.
 */
export function readYaml(
  text: string,
  file?: string,
  { kind = "definition", isHalfWritten = false }: YamlReading = {},
): Outcome<DefinitionSource> {
  const lines = new LineCounter();
  const diagnostics: Diagnostic[] = [];
  const report: PartsReader["report"] = (offset, code, details) => {
    const { line, col } = lines.linePos(offset);
    const place = { line: Math.max(line, 1), character: Math.max(col, 1) };
    diagnostics.push(
      diagnose(
        code,
        { ...(details as object), kind } as typeof details,
        file === undefined ? place : { file, ...place },
      ),
    );
  };
  const unreadable = (reason: string, offset = 0) => report(offset, "definition/unreadable", { reason });

  if (text.length > LONGEST_DEFINITION) {
    report(0, "limit/definition-length", { limit: LONGEST_DEFINITION });
    return { output: undefined, diagnostics };
  }
  const document = parse(text, lines);
  if (document === undefined) unreadable("it is nested too deep");
  else if (document.contents === null && document.errors.length === 0) unreadable("it is empty");
  const errors = document === undefined ? [] : yamlErrors(document, lines);
  for (const { reason, offset } of errors) unreadable(reason, offset);
  if (!document?.contents || (hasErrors(diagnostics) && !isHalfWritten))
    return { output: undefined, diagnostics };
  const root = readParts(document.contents, isHalfWritten, report);
  return { output: root && new DefinitionSource(text, root, lines, file), diagnostics };
}

/** Members that stand twice are found by `readParts`: the library compares each with all others. */
function parse(text: string, lineCounter: LineCounter): Document<ParsedNode> | undefined {
  try {
    return parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: false });
  } catch (thrown) {
    if (thrown instanceof RangeError) return undefined; // the library's own recursion has no limit
    throw thrown;
  }
}

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
