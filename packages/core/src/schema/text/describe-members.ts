import type { z } from "zod";

/**
 * What the members of decisions and of rules over plain objects mean, for the JSON Schemas that editors read. It is no part of the
 * forms, because pages that decide load these.
 */
const MEMBERS: readonly (readonly [of: string, says: Readonly<Record<string, string>>])[] = [
  [
    "facts",
    {
      rules: "what the rules are called",
      types: "types of objects, by their names",
      facts: "what callers give, by name",
      functions: "functions that its expressions call, by name",
      decisions: "what is computed of the facts, by name",
    },
  ],
  [
    "hit",
    {
      parameters: "what it is given, by name, in the place of facts",
      type: "the type of its one output, which has its name",
      outputs: "its outputs, where there are several",
      formula: "one expression that gives its value",
      hit: "what holds where several rows match; unique where it is left out",
      inputs: "the expressions that the first cells of each row are about",
      rows: "the rows of a decision table, or the file that has them: a cell for each input, then one for each output",
      otherwise: "the answer where no row matches; a list for several outputs",
      rules: "rules, each with its condition",
    },
  ],
  [
    "when",
    {
      name: "what it is called where it fires",
      when: "the condition that it fires for",
      set: "the values that it gives outputs",
      event: "what it announces: a type, and what else receivers need",
      priority: "which rules come first, the greatest first; 0 where it is left out",
      stop: "whether no rule is tried after it",
    },
  ],
  [
    "result",
    {
      parameters: "the types of its arguments, by names that its formula reads",
      result: "the type of what it gives",
      formula: "the expression that it abbreviates",
      host: "whether its code is of the program around",
      cache: "whether equal arguments are asked once in a call",
      timeout: "how long its code may take, such as 500ms or 2s",
      examples: "calls of it with what they give, which tests run",
    },
  ],
  ["locale", { id: "a short name, for programs", name: "a name for people" }],
];

/** Of facts, of outputs, and of what is not said above. */
const ANYWHERE: Readonly<Record<string, string>> = {
  type: "the type of its values",
  itemType: "the type of the items of a List",
  values: "the values there are, in their order",
  decimalDigits: "how many digits follow the decimal point",
  currency: "the sign of the currency",
  fields: "the fields of an Object, by their names",
  of: "what the items of a List are",
  required: "whether it must be given",
  min: "the least number, date, time or duration",
  max: "the greatest number, date, time or duration",
  default: "its value where nothing gives it one",
  locale: "how numbers and dates in texts are read and written, such as de-DE",
  description: "what it is, for people",
};

/** Says what the members of a schema mean, and of all within it, where it says nothing of them. */
export function describeMembers(schema: unknown): void {
  if (typeof schema !== "object" || schema === null) return;
  const { properties } = schema as z.core.JSONSchema.BaseSchema;
  const [, own = {}] =
    MEMBERS.find(([name]) => properties !== undefined && Object.hasOwn(properties, name)) ?? [];
  for (const [name, member] of Object.entries(properties ?? {})) {
    const says = own[name] ?? ANYWHERE[name];
    if (typeof member === "object" && says !== undefined) member.description ??= says;
  }
  for (const part of Object.values(schema)) describeMembers(part);
}
