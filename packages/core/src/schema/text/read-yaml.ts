import { type Document, LineCounter, type ParsedNode, parseDocument, type YAMLError } from "yaml";
import { type Diagnostic, diagnose, hasErrors, type Outcome } from "../../diagnostics/index.ts";
import { DefinitionSource } from "./definition-source.ts";
import { type PartsReader, readParts } from "./read-parts.ts";

/** UTF-16 units of a definition. */
export const LONGEST_DEFINITION = 2_097_152;

const MOST_ERRORS = 10;

/** What a file is called in messages. */
export type FileKind = "definition" | "test file";

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
  const errors = [...(document?.errors ?? []), ...(document?.warnings ?? [])];
  for (const error of firstOfLines(errors, lines).slice(0, MOST_ERRORS))
    unreadable(reasonOf(error), error.pos[0]);
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

/** One error of each line, of those that tell most: others follow from them, here and in the lines below. */
function firstOfLines(errors: readonly YAMLError[], lines: LineCounter): readonly YAMLError[] {
  const ordered = errors.toSorted((one, other) => one.pos[0] - other.pos[0]);
  const telling = [GOES_ON, INSIDE].map((kind) => ordered.filter(({ message }) => kind.test(message)));
  const chosen = telling.find(({ length }) => length > 0) ?? [];
  const byLine = Map.groupBy(chosen, ({ pos }) => lines.linePos(pos[0]).line);
  return [...byLine.values()].flatMap(([first]) => first ?? []);
}

/** Something follows a value that is complete, as after the list `[Price]` or the text `"Draft"`. */
const GOES_ON = / at node end$/u;

/** All but what comes after the reader has lost its way. */
const INSIDE = /^(?!.* token in YAML stream: )/u;

function reasonOf({ code, message }: YAMLError): string {
  if (GOES_ON.test(message))
    return 'a value has ended before this; a text with "[", "{", a comma or quotes in it needs quotes around all of it';
  if (code === "BLOCK_AS_IMPLICIT_KEY") return 'a text with ": " in it needs quotes around all of it';
  if (code === "TAB_AS_INDENT") return "a tab stands where a line is indented, and only blanks can";
  if (code === "MULTIPLE_DOCS") return "a second document begins here";
  return (message.charAt(0).toLowerCase() + message.slice(1)).replace(/[.\s]+$/, "");
}
