import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Pair,
  type ParsedNode,
  parseDocument,
  type Scalar,
  visit,
  type YAMLError,
} from "yaml";
import {
  type DefinitionCode,
  type DetailsOf,
  type Diagnostic,
  diagnoseDefinition,
  hasErrors,
  type Location,
  type Outcome,
} from "../diagnostics/index.ts";
import { isHeldExactly } from "../values/index.ts";
import { DefinitionSource, type Path, type SourcePart } from "./definition-source.ts";

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
      diagnoseDefinition(
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
  if (FILE_NAME.test(text)) {
    unreadable("this is the name of a file; the text that the file has is expected");
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

/** What programs hand in for the text of a file. */
const FILE_NAME = /^(?:[a-z]:[\\/])?[^\r\n:{}"]{1,255}\.(?:ya?ml|json)$/i;

/** Members that are given twice are found by `readParts`: the library compares each with all others. */
function parse(text: string, lineCounter: LineCounter): Document<ParsedNode> | undefined {
  try {
    return parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: false });
  } catch (thrown) {
    if (thrown instanceof RangeError) return undefined; // the library's own recursion has no limit
    throw thrown;
  }
}

/** The places of the members of a definition in its text. */
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

/** What is wrong with the syntax of a text. */
interface TextError {
  readonly reason: string;
  /** In UTF-16 units of the text. */
  readonly offset: number;
}

/** One error of each line, of those that say most: others follow from them, here and in the lines below. */
function yamlErrors(document: Document<ParsedNode>, lines: LineCounter): readonly TextError[] {
  const ordered = [...document.errors, ...document.warnings].toSorted(
    (one, other) => one.pos[0] - other.pos[0],
  );
  const telling = [GOES_ON, OPEN, INSIDE].map((kind) => ordered.filter(({ message }) => kind.test(message)));
  const chosen = telling.find(({ length }) => length > 0) ?? [];
  const byLine = Map.groupBy(chosen, ({ pos }) => lines.linePos(pos[0]).line);
  const firsts = [...byLine.values()].slice(0, MOST_ERRORS);
  return firsts.flatMap(([first]) => (first === undefined ? [] : [worded(first, document)]));
}

const MOST_ERRORS = 10;

/** Something follows a value that is complete, as after the list `[Price]` or the text `"Draft"`. */
const GOES_ON = / at node end$/u;

/** Two values of a set or a list have nothing between them. */
const BETWEEN = /^Missing .* between flow (map|sequence) items$/u;

/** A quote that is open at the end of the text. */
const OPEN = /^Missing closing ["']quote$/u;

/** All but what comes after the reader has lost its way. */
const INSIDE = /^(?!.* token in YAML stream: )/u;

function worded(error: YAMLError, document: Document<ParsedNode>): TextError {
  const [offset] = error.pos;
  if (!OPEN.test(error.message)) return { reason: reasonOf(error), offset };
  return {
    reason: "a quote opens here and is never closed",
    offset: startOfTextTo(offset, document) ?? offset,
  };
}

function reasonOf({ code, message }: YAMLError): string {
  if (GOES_ON.test(message))
    return 'a value has ended before this; a text with "[", "{", a comma or quotes in it needs quotes around all of it';
  if (/block scalar (?:indicator|header)/i.test(message))
    return 'a text that begins with ">" or "|" needs quotes around all of it, such as ">= 10"';
  if (/^Flow (?:sequence|map) in block collection/.test(message))
    return `a ${message.includes("sequence") ? 'list that a "["' : 'mapping that a "{"'} opens is not closed before this; a text with such a bracket in it, as "[1..5)", needs quotes around all of it`;
  if (/^Implicit keys of flow sequence pairs/.test(message))
    return 'a value cannot begin like this: a lonely "-" needs quotes around it, and so does a text over several lines';
  if (BETWEEN.test(message))
    return "a comma is missing before this, or a text with a comma or quotes in it needs quotes around all of it";
  if (code === "BLOCK_AS_IMPLICIT_KEY") return 'a text with ": " in it needs quotes around all of it';
  if (code === "TAB_AS_INDENT") return "a line is indented with a tab, and only blanks can indent";
  if (/call stack/u.test(message)) return "it is nested too deep";
  if (code === "MULTIPLE_DOCS") return "a second document begins here";
  return (message.charAt(0).toLowerCase() + message.slice(1)).replace(/[.\s]+$/, "");
}

/** Where the text begins that ends at an offset. */
function startOfTextTo(end: number, document: Document<ParsedNode>): number | undefined {
  let start: number | undefined;
  visit(document, {
    Scalar: (_, { range }: Scalar) => {
      if (range?.[1] === end) start = range[0];
    },
  });
  return start;
}

const DEEPEST = 32;
/** Parts that aliases may repeat, so that a small text cannot expand to a huge definition. */
const MOST_REPEATED = 10_000;

interface PartsReader {
  report<C extends DefinitionCode>(offset: number, code: C, details: DetailsOf<C>): void;
}

/** The tree of parts of a parsed text; undefined when it is nested too deep or its aliases repeat too much. */
function readParts(
  root: ParsedNode,
  isHalfWritten: boolean,
  report: PartsReader["report"],
): SourcePart | undefined {
  const reading = new Reading(isHalfWritten, report);
  const part = reading.read(root, startOf(root), 0);
  return reading.isGivenUp ? undefined : part;
}

class Reading {
  isGivenUp = false;
  readonly #isHalfWritten: boolean;
  readonly #report: PartsReader["report"];
  readonly #anchors = new Map<string, ParsedNode>();
  #repeated = 0;
  #aliasDepth = 0;

  constructor(isHalfWritten: boolean, report: PartsReader["report"]) {
    this.#isHalfWritten = isHalfWritten;
    this.#report = report;
  }

  read(node: ParsedNode | null, nameStart: number, depth: number): SourcePart {
    const start = node === null ? nameStart : startOf(node);
    if (this.isGivenUp || node === null) return leaf(null, start, nameStart);
    if (depth > DEEPEST) return this.#giveUp("it is nested too deep", start);
    if (this.#aliasDepth > 0 && ++this.#repeated > MOST_REPEATED)
      return this.#giveUp(`aliases repeat more than ${MOST_REPEATED} parts`, start);
    if (isAlias(node)) return this.#readAlias(node.source, start, nameStart, depth);
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, node);
    const end = node.range[1];
    if (isScalar(node)) return { ...leaf(plainValue(node), start, nameStart), end, scalar: node };
    if (isSeq<ParsedNode>(node)) {
      const items = node.items.map((item) => this.read(item, startOf(item), depth + 1));
      const members = new Map(items.map((item, index) => [String(index), item]));
      const values = items.map(({ value }) => value);
      return { ...leaf(values, start, nameStart), end, members };
    }
    return isMap<ParsedNode, ParsedNode | null>(node)
      ? { ...this.#readMap(node.items, start, nameStart, depth), end }
      : leaf(null, start, nameStart);
  }

  #readMap(
    pairs: readonly Pair<ParsedNode, ParsedNode | null>[],
    start: number,
    nameStart: number,
    depth: number,
  ): SourcePart {
    const members = new Map<string, SourcePart>();
    const values: Record<string, unknown> = {};
    const isLeftOut = this.#isHalfWritten ? () => false : isBare;
    const bare = pairs.find(isLeftOut);
    if (bare !== undefined) this.#unreadable(`"${nameOf(bare.key)}" ${BARE}`, startOf(bare.key));
    for (const pair of pairs) {
      if (isLeftOut(pair)) continue;
      const { key, value } = pair;
      const name = nameOf(key);
      const at = startOf(key);
      if (name === undefined) this.#unreadable("a name is expected here", at);
      else if (name === "__proto__") this.#report(at, "definition/reserved-name", { name });
      else if (members.has(name)) this.#unreadable(`"${name}" is written twice`, at);
      else {
        const part = this.read(value, at, depth + 1);
        members.set(name, { ...part, nameScalar: isScalar(key) ? key : undefined });
        values[name] = part.value;
      }
    }
    return { ...leaf(values, start, nameStart), members };
  }

  #readAlias(anchor: string, start: number, nameStart: number, depth: number): SourcePart {
    const target = this.#anchors.get(anchor);
    if (target === undefined) {
      this.#unreadable(`there is no anchor "&${anchor}" before this`, start);
      return leaf(null, start, nameStart);
    }
    this.#aliasDepth++;
    const part = this.read(target, nameStart, depth + 1);
    this.#aliasDepth--;
    return part;
  }

  #giveUp(reason: string, at: number): SourcePart {
    this.#unreadable(reason, at);
    this.isGivenUp = true;
    return leaf(null, at, at);
  }

  #unreadable(reason: string, at: number): void {
    this.#report(at, "definition/unreadable", { reason });
  }
}

/** A number that a double would change stays the text that it is written as, and is refused as such. */
function plainValue({ value, source }: Scalar): unknown {
  const isChanged =
    typeof value === "number" && source !== undefined && LONG.test(source) && !isHeldExactly(source);
  return isChanged ? source : value;
}

/** A decimal number with too many digits or powers to be surely held. */
const LONG = /^(?=.*(?:[\d.]{16}|[eE][+-]?\d{2}))[+-]?[\d.]+(?:[eE][+-]?\d+)?$/u;

function leaf(value: unknown, start: number, nameStart: number): SourcePart {
  const members = NO_MEMBERS;
  return { value, start, end: start, nameStart, nameScalar: undefined, scalar: undefined, members };
}

const NO_MEMBERS: ReadonlyMap<string, SourcePart> = new Map();

/** Within { }, where a comma ends an expression that is not in quotes: only a name. */
function isBare({ key, value }: Pair<ParsedNode, ParsedNode | null>): boolean {
  return value === null && nameOf(key) !== undefined;
}

const BARE = "has no value; within { } a text that holds a comma needs quotes around all of it";

/** A member's name as it is written; undefined for a list, a map or nothing. */
function nameOf(key: ParsedNode): string | undefined {
  if (!isScalar(key) || key.value === null) return undefined;
  return typeof key.value === "string" ? key.value : (key.source ?? String(key.value));
}

function startOf(node: ParsedNode): number {
  return node.range[0];
}
