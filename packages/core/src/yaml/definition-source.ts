import type { Location } from "../diagnostics/index.ts";
import { ScalarText, type WrittenScalar } from "./scalar-text.ts";

/** A value of the definition, as plain data, and its place. Offsets count UTF-16 units of the text. */
export interface SourcePart {
  readonly value: unknown;
  readonly start: number;
  /** After its last character; of what fills lines, after the end of the last one. */
  readonly end: number;
  /** The place of the name of the member; the value itself in a list and at the top. */
  readonly nameStart: number;
  /** The name of the member as it is written; undefined in a list and at the top. */
  readonly nameScalar: WrittenScalar | undefined;
  readonly scalar: WrittenScalar | undefined;
  /** By name, or by position in a list, in the text's order. */
  readonly members: ReadonlyMap<string, SourcePart>;
}

/** The lines of a text. */
interface Lines {
  readonly lineStarts: readonly number[];
  /** The line and the column of an offset, both from 1. */
  linePos(offset: number): { readonly line: number; readonly col: number };
}

/** A definition as it was read: plain data, and the location of each of its parts. */
export class DefinitionSource {
  readonly text: string;
  readonly root: SourcePart;
  readonly #file: string | undefined;
  readonly #lines: Lines;
  readonly #scalarTexts = new Map<WrittenScalar, ScalarText>();

  constructor(text: string, root: SourcePart, lines: Lines, file: string | undefined) {
    this.text = text;
    this.root = root;
    this.#lines = lines;
    this.#file = file;
  }

  has(path: Path): boolean {
    return this.#find(path) !== undefined;
  }

  /**
   * The names of the members at a path in the text's order, which plain objects do not keep for names such as "1". With a
   * shape, only those that it has: what has the wrong form was taken out of it.
   */
  names(path: Path, shape?: object): readonly string[] {
    const names = [...(this.#find(path)?.members.keys() ?? [])];
    return shape === undefined ? names : names.filter((name) => Object.hasOwn(shape, name));
  }

  /** A single value as it is written, without quotes: 007 stays 007. */
  written(path: Path): string | undefined {
    const scalar = this.#find(path)?.scalar;
    return typeof scalar?.value === "string" ? scalar.value : scalar?.source;
  }

  /** The location of a value, or of the name of its member; of the nearest part around it where it is missing. */
  location(path: Path, at: "name" | "value" = "value"): Location {
    const part = this.#find(path);
    if (part === undefined) return { ...this.location(path.slice(0, -1), "name"), member: path.join(".") };
    return { ...this.#locationAt(at === "name" ? part.nameStart : part.start), member: path.join(".") };
  }

  /** The place of the character at `offset` of the expression that a path leads to. */
  locationInExpression(path: Path, offset: number): Location {
    const scalar = this.#find(path)?.scalar;
    if (scalar === undefined) return this.location(path);
    return { ...this.#locationAt(this.textOf(scalar).toText(offset)), member: path.join(".") };
  }

  /** Takes a misspelt member for the one that is meant, of which all locations then are. */
  rename(path: Path, name: string, meant: string): void {
    const members = this.#find(path)?.members as Map<string, SourcePart> | undefined;
    const part = members?.get(name);
    if (part !== undefined) members?.set(meant, part).delete(name);
  }

  /** The part at a path; undefined where there is none. */
  part(path: Path): SourcePart | undefined {
    return this.#find(path);
  }

  /** Where the characters of a scalar's value are. */
  textOf(scalar: WrittenScalar): ScalarText {
    const scalarText = this.#scalarTexts.get(scalar) ?? new ScalarText(this.text, scalar);
    this.#scalarTexts.set(scalar, scalarText);
    return scalarText;
  }

  /** The offset of a line and a character of it, both from 1. */
  offsetOf({ line = 1, character = 1 }: Location): number {
    return (this.#lines.lineStarts[line - 1] ?? 0) + character - 1;
  }

  #locationAt(offset: number): Location {
    const { line, col } = this.#lines.linePos(offset);
    const file = this.#file === undefined ? {} : { file: this.#file };
    return { ...file, line: Math.max(line, 1), character: Math.max(col, 1) };
  }

  #find(path: Path): SourcePart | undefined {
    let part: SourcePart | undefined = this.root;
    for (const step of path) part = part?.members.get(String(step));
    return part;
  }
}

/** Names of members and positions in lists, from the top of a definition. */
export type Path = readonly (string | number)[];
