/** Ends the conversion of one rule or table that cannot be said exactly; the message says why. */
export class Unsayable extends Error {}

/** A rule or table that was left out. */
export interface UnconvertedPart {
  /** Where it is in the file, such as `rules[3] "Gold"`. */
  readonly where: string;
  readonly reason: string;
}

/** What a conversion comes to: a definition of rules as an object, and what is not in it. */
export interface Converted {
  readonly definition: object | undefined;
  readonly what: "rule" | "table";
  /** How many of them the definition has. */
  readonly count: number;
  readonly leftOut: readonly UnconvertedPart[];
  /** What is written in another form. */
  readonly notes: readonly string[];
}

export interface ConvertOptions {
  readonly id: string;
  /** Texts are compared by `=`, which takes upper and lower case as the same. */
  readonly ignoresCase: boolean;
}

/** A text as a literal of the language. */
export function literal(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** The cell of a fact, or of a field of it. */
export function factReference(path: readonly string[]): string {
  for (const step of path)
    if (/[[\]]/.test(step) || step.trim() !== step || step === "")
      throw new Unsayable(`a fact or field cannot be called "${step}"`);
  return path.map((step) => `[${step}]`).join(".");
}

export function isMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A name that none of those taken is, whatever their case; takes it. */
export function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${wanted} ${count}`;
  taken.add(name.toLowerCase());
  return name;
}
