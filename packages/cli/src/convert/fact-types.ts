import { Unsayable } from "./unsayable.ts";

/**
 * What a definition of another engine shows of the type of a fact, as its conditions compare it. `dated` is a text that may be meant
 * as a date, `ordered` a number or a date; `object` and `list` have parts of their own.
 */
export type FactKind = "number" | "text" | "yes/no" | "date" | "dated" | "ordered" | "object" | "list";

/** Steps into a fact: its name, then names of fields; `[]` are the items of a list. */
export type FactPath = readonly string[];

/** What was seen of facts. A definition of another engine has no types, so they are found by how facts are compared. */
export class FactTypes {
  readonly #kinds: Map<string, FactKind>;
  /** A path leads to one that is of the same type. */
  readonly #same: Map<string, string>;
  readonly #seen: Set<string>;

  private constructor(kinds: Map<string, FactKind>, same: Map<string, string>, seen: Set<string>) {
    this.#kinds = kinds;
    this.#same = same;
    this.#seen = seen;
  }

  static none(): FactTypes {
    return new FactTypes(new Map(), new Map(), new Set());
  }

  /** A copy to try something with. */
  fork(): FactTypes {
    return new FactTypes(new Map(this.#kinds), new Map(this.#same), new Set(this.#seen));
  }

  /** Takes note of a comparison; throws `Unsayable` where another one shows another type. */
  note(path: FactPath, kind: FactKind): void {
    this.#noteParents(path);
    this.#add(path, this.#rootOf(keyOf(path)), kind);
  }

  /** Takes note of a fact of which nothing else is known. */
  seen(path: FactPath): void {
    this.#noteParents(path);
    const key = keyOf(path);
    if (!this.#kinds.has(key) && !this.#same.has(key)) this.#seen.add(key);
  }

  /** Takes note of two facts that are compared with each other. */
  unite(one: FactPath, other: FactPath): void {
    this.#noteParents(one);
    this.#noteParents(other);
    const root = this.#rootOf(keyOf(one));
    const second = this.#rootOf(keyOf(other));
    if (root === second) return;
    const kind = this.#kinds.get(second);
    this.#seen.add(root);
    this.#same.set(second, root);
    this.#kinds.delete(second);
    if (kind !== undefined) this.#add(one, root, kind);
  }

  /** The kind of a fact once all comparisons are known; undefined where none shows it. */
  kindOf(path: FactPath): Exclude<FactKind, "dated" | "ordered"> | undefined {
    const kind = this.#kinds.get(this.#rootOf(keyOf(path)));
    return kind === "dated" ? "text" : kind === "ordered" ? "number" : kind;
  }

  /** The facts as a definition declares them, in the order in which they were seen. */
  declared(): Readonly<Record<string, unknown>> {
    const paths = [...new Set([...this.#kinds.keys(), ...this.#same.keys(), ...this.#seen])].map(
      (key) => JSON.parse(key) as FactPath,
    );
    const below = (path: FactPath): readonly FactPath[] =>
      paths.filter((one) => one.length === path.length + 1 && path.every((step, at) => one[at] === step));
    const declare = (path: FactPath): unknown => {
      const kind = this.kindOf(path);
      if (kind === "object") return { type: "Object", fields: members(below(path)) };
      if (kind === "list") return { type: "List", of: declare([...path, ITEMS]) };
      return kind === undefined ? "Text" : TYPES[kind];
    };
    const members = (all: readonly FactPath[]) =>
      Object.fromEntries(all.map((path) => [path.at(-1) ?? "", declare(path)] as const));
    return members(below([]));
  }

  #noteParents(path: FactPath): void {
    for (const [at, step] of path.entries()) {
      const parent = path.slice(0, at);
      if (at > 0) this.#add(parent, this.#rootOf(keyOf(parent)), step === ITEMS ? "list" : "object");
    }
  }

  #add(path: FactPath, root: string, kind: FactKind): void {
    const known = this.#kinds.get(root);
    const both = known === undefined ? kind : commonKind(known, kind);
    if (both === undefined)
      throw new Unsayable(
        `"${path.filter((step) => step !== ITEMS).join(".")}" is compared as ${WORDS[kind]} here and as ${WORDS[known ?? kind]} elsewhere, and a fact has one type`,
      );
    this.#kinds.set(root, both);
  }

  #rootOf(key: string): string {
    let root = key;
    for (let next = this.#same.get(root); next !== undefined; next = this.#same.get(root)) root = next;
    return root;
  }
}

/** The step from a list to its items. */
export const ITEMS = "[]";

function keyOf(path: FactPath): string {
  return JSON.stringify(path);
}

function commonKind(one: FactKind, other: FactKind): FactKind | undefined {
  if (one === other) return one;
  const pair = new Set([one, other]);
  if (pair.has("dated")) {
    if (pair.has("text")) return "text";
    if (pair.has("date") || pair.has("ordered")) return "date";
  }
  if (pair.has("ordered")) return pair.has("number") ? "number" : pair.has("date") ? "date" : undefined;
  return undefined;
}

const TYPES = { number: "Decimal", text: "Text", "yes/no": "Yes/No", date: "Date" } as const;

const WORDS: Readonly<Record<FactKind, string>> = {
  number: "a number",
  text: "a text",
  "yes/no": "true or false",
  date: "a date",
  dated: "a text",
  ordered: "a number or a date",
  object: "an object",
  list: "a list",
};
