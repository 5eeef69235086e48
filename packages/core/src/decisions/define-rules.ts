import type { z } from "zod";
import { hasErrors, kindInWords } from "../diagnostics/index.ts";
import type { MembersOf, ValueOf } from "../expression/context/declared-values.ts";
import { type LoadRulesOptions, loadRules } from "./load-rules.ts";
import type { Rules } from "./rules.ts";
import type { rulesShape } from "./rules-shape.ts";

/** A definition of rules as an object: the members of the YAML form. */
export type RulesDefinition = Frozen<z.input<typeof rulesShape>>;

/**
 * Rules from a definition in the program itself, whose facts and outputs TypeScript then knows. Throws a TypeError with all
 * errors for a definition that is wrong, as that is an error of the program; `loadRules` answers them as diagnostics.
 */
export function defineRules<const Definition extends RulesDefinition>(
  definition: Definition,
  options: LoadRulesOptions = {},
): Rules<FactsOfRules<Definition>, OutputsOfRules<Definition>> {
  if (typeof definition !== "object" || definition === null)
    throw new TypeError(
      `defineRules takes a definition as an object, and was given ${kindInWords(definition)}. loadRules takes a text.`,
    );
  const text = writtenAsJson(definition);
  const { output, diagnostics } = loadRules(text, options);
  if (output !== undefined) return output as Rules<FactsOfRules<Definition>, OutputsOfRules<Definition>>;
  const lines = diagnostics
    .filter((diagnostic) => hasErrors([diagnostic]))
    .map(({ member, message, code }) => `${member ?? "definition"}: ${message} (${code})`);
  throw new TypeError(`The rules are wrong.\n${lines.join("\n")}`);
}

function writtenAsJson(definition: object): string {
  try {
    return JSON.stringify(definition, undefined, 1);
  } catch (cause) {
    throw new TypeError("The rules have no JSON form: they hold a bigint, or themselves.", { cause });
  }
}

type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Frozen<T[Name]> }
    : T;

/** What `decide` of a definition takes. */
export type FactsOfRules<Definition extends RulesDefinition> = MembersOf<
  Definition["facts"],
  TypesOf<Definition>
>;

/** The outputs that `decide` of a definition gives. */
export type OutputsOfRules<Definition extends RulesDefinition> = Merged<
  {
    [Name in keyof Definition["decisions"]]: OutputsOfDecision<
      Name,
      Definition["decisions"][Name],
      TypesOf<Definition>
    >;
  }[keyof Definition["decisions"]]
>;

/** The object types that a definition declares. */
type TypesOf<Definition> = Definition extends { readonly types: infer Types } ? Types : unknown;

type OutputsOfDecision<Name, Decision, Types> = Decision extends { readonly outputs: infer Outputs }
  ? { readonly [Output in keyof Outputs]: OutputValue<Outputs[Output], HitOf<Decision>, Types> }
  : Decision extends { readonly type: string }
    ? { readonly [Output in Name & string]: OutputValue<Decision, HitOf<Decision>, Types> }
    : unknown;

type HitOf<Decision> = Decision extends { readonly hit: infer Hit } ? Hit : "unique";

type OutputValue<Declared, Hit, Types> = Hit extends "collect count"
  ? number
  : Hit extends "collect" | "collect list" | "rule order" | "output order"
    ? readonly ValueOf<Declared, Types, string>[]
    : ValueOf<Declared, Types, string> extends readonly unknown[]
      ? ValueOf<Declared, Types, string>
      : ValueOf<Declared, Types, string> | null;

/** A union of objects as one object. */
type Merged<Union> = (Union extends unknown ? (one: Union) => void : never) extends (one: infer All) => void
  ? { readonly [Name in keyof All]: All[Name] }
  : never;
