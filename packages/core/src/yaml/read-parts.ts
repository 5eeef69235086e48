import { isAlias, isMap, isScalar, isSeq, type Pair, type ParsedNode, type Scalar } from "yaml";
import type { DefinitionCode, DetailsOf } from "../diagnostics/index.ts";
import { isHeldExactly } from "../values/index.ts";
import type { SourcePart } from "./definition-source.ts";

const DEEPEST = 32;
/** Parts that aliases may repeat, so that a small text cannot expand to a huge definition. */
const MOST_REPEATED = 10_000;

export interface PartsReader {
  report<C extends DefinitionCode>(offset: number, code: C, details: DetailsOf<C>): void;
}

/** The tree of parts of a parsed text; undefined when it is nested too deep or its aliases repeat too much. */
export function readParts(
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
      return {
        ...leaf(
          items.map(({ value }) => value),
          start,
          nameStart,
        ),
        end,
        members,
      };
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
      else if (members.has(name)) this.#unreadable(`"${name}" stands here for the second time`, at);
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
  return {
    value,
    start,
    end: start,
    nameStart,
    nameScalar: undefined,
    scalar: undefined,
    members: NO_MEMBERS,
  };
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
