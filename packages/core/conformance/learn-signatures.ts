import { compile } from "../src/expression/index.ts";
import { allFunctions, type FunctionDefinition } from "../src/expression/parts.ts";
import { itemsScope, sampleOf } from "./items-table.ts";
import { isList, itemOf, type Kind, kindOf, kinds, listOf, type ScalarKind } from "./kinds.ts";

/** One way to call a function: arguments of these kinds, or words where a constant is wanted, give that kind. */
export interface Signature {
  readonly name: string;
  readonly arguments: readonly (Kind | Word)[];
  readonly result: Kind;
}

export interface Word {
  readonly words: readonly string[];
}

/**
 * The ways in which the functions of the catalogue can be called, found by trying: a declaration says which parameters
 * there are, the checker says what a call gives. So a new function is covered as soon as it is declared.
 */
export function learnSignatures(): readonly Signature[] {
  return allFunctions.flatMap((definition) => {
    const variants = takesAnything(definition) ? kinds : NARROW;
    const found = variants.flatMap((variant) =>
      lengths(definition).flatMap((length) => tryCall(definition, variant, length) ?? []),
    );
    return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
  });
}

const NARROW: readonly Kind[] = ["Number", "Decimal", "Date", "DateTime", "Time"];

function takesAnything({ parameters }: FunctionDefinition): boolean {
  return parameters.some(
    ({ type }) => type.startsWith("Any") || type === "List" || /Amount|Ordered/.test(type),
  );
}

/** Numbers of arguments to try: the required ones, the optional ones too, and repeated ones up to three times. */
function lengths({ parameters }: FunctionDefinition): readonly number[] {
  const required = parameters.filter(({ optional }) => optional !== true).length;
  const repeated = parameters.filter(({ repeat }) => repeat === true).length;
  const longest = parameters.length + 2 * repeated + (repeated > 1 ? 1 : 0);
  return Array.from({ length: longest - required + 1 }, (_, index) => required + index);
}

function tryCall(definition: FunctionDefinition, variant: Kind, length: number): Signature | undefined {
  const { name } = definition;
  const parts = Array.from({ length }, (_, index) => argumentFor(definition, index, length, variant));
  if (parts.includes(undefined)) return undefined;
  const known = parts as (Kind | Word)[];
  const samples = known.map((part) => (typeof part === "string" ? sampleOf(part) : part.words[0]));
  const { ok, type } = compile(`${name}(${samples.join(", ")})`, itemsScope);
  const result = ok ? kindOf(type) : undefined;
  return result && { name, arguments: known, result };
}

/** One more argument than the groups of a repeated parameter is of the last one's kind: SWITCH. */
function argumentFor(
  { name, parameters }: FunctionDefinition,
  index: number,
  length: number,
  variant: Kind,
): Kind | Word | undefined {
  const repeated = parameters.filter(({ repeat }) => repeat === true);
  const fixed = parameters.length - repeated.length;
  const isLast = repeated.length > 1 && index === length - 1;
  const parameter = isLast
    ? parameters.at(-1)
    : (parameters[index] ?? repeated[(index - fixed) % Math.max(1, repeated.length)]);
  if (parameter?.type !== "Name") return parameter && kindFor(parameter.type, variant);
  const words = WORDS[name];
  return words && { words };
}

/** Constants for functions that take them where no column is meant. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  DATEDIF: ['"Y"', '"M"', '"D"', '"YM"', '"MD"', '"YD"'],
  EXTRACT: ['"NUMBERS"', '"HASHTAGS"', '"EMAILS"'],
  INPUT: ['"word"', '"other"'],
  UNIQUEID: ['"UUID"', '"PackedUUID"'],
  USERSETTINGS: ['"color"'],
};

function kindFor(type: string, variant: Kind): Kind | undefined {
  switch (type) {
    case "Any":
      return isList(variant) ? undefined : variant;
    case "Anything":
      return variant;
    case "Temporal":
      return ["Date", "DateTime", "Time"].includes(variant) ? variant : undefined;
    case "Decimal":
      return variant === "Number" ? variant : "Decimal";
    default:
      if (kindOf(type) !== undefined) return kindOf(type);
      return type.startsWith("List") ? listOf(itemOf(variant) as ScalarKind) : undefined;
  }
}
