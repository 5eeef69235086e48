import { type Diagnostic, diagnoseDefinition, kindInWords, suggest } from "../diagnostics/index.ts";
import { familyOf } from "../expression/parts.ts";
import type { CellJson } from "../expression/tree/members.ts";
import { type CellForms, isJsonObject, jsonReaderOf, MOST_ITEMS } from "../expression/tree/value-forms.ts";
import { BoundedCache, memo, pointerPart, type Value } from "../values/index.ts";
import type { Fact, FactPart } from "./decision.ts";
import { described, MOST_PROBLEMS, problemsOf, valueInWords } from "./fact-part.ts";

/**
 * Reads facts into their places of a row. All that is wrong is reported, each with a JSON pointer to it. What is not declared is
 * not read, which is a warning. What an object inherits is not read either.
 */
export function readFacts(
  facts: unknown,
  declared: readonly Fact[],
  row: Value[],
  forms: CellForms,
  problems: Diagnostic[],
): void {
  if (typeof facts !== "object" || facts === null || isList(facts)) {
    problems.push(diagnoseDefinition("decision/facts", { actual: kindInWords(facts) }));
    return;
  }
  for (let at = 0; at < declared.length; at++) {
    const fact = declared[at] as Fact;
    const { name, index } = fact;
    row[index] = fact.type.kind === "List" ? NO_ITEMS : null;
    try {
      const json = Object.hasOwn(facts, name)
        ? (facts as Readonly<Record<string, CellJson>>)[name]
        : undefined;
      let value = fact.read(json);
      // Other forms than those of JSON: a JS Date, a date as the locale writes it.
      if (value === undefined) value = jsonReaderOf(fact.type, forms)(json);
      if (value === undefined) reportUnreadable(fact, json, `/${pointerPart(name)}`, forms, problems);
      else {
        row[index] = value;
        if (fact.isChecked) checkPart(fact, value, `/${pointerPart(name)}`, problems);
      }
    } catch (thrown) {
      problems.push(unreadableFact(`/${pointerPart(name)}`, thrown));
    }
  }
  reportUnknownFacts(facts as CellJson, declared, problems);
}

const NO_ITEMS: readonly Value[] = [];

/** A proxy that was revoked throws even here; its facts then cannot be read. */
function isList(facts: object): boolean {
  try {
    return Array.isArray(facts);
  } catch {
    return false;
  }
}

/**
 * Reports all that is wrong within a value that does not have the form of its type: the parts without the form of theirs, what other
 * parts must be, and the value itself where it has no such part.
 */
function reportUnreadable(
  part: FactPart,
  json: CellJson | undefined,
  pointer: string,
  forms: CellForms,
  problems: Diagnostic[],
): void {
  if (problems.length >= MOST_PROBLEMS) return;
  const value = jsonReaderOf(part.type, forms)(json);
  if (value !== undefined) {
    checkPart(part, value, pointer, problems);
    return;
  }
  const count = problems.length;
  const { type } = part;
  if (type.kind === "List" && Array.isArray(json) && json.length > MOST_ITEMS) {
    problems.push(wrongFact(pointer, json, `a list with at most ${MOST_ITEMS} items`));
    return;
  }
  if (type.kind === "List" && Array.isArray(json)) {
    const item = part.item ?? plainPart(type.item);
    // In a list of objects null is an object without members.
    for (const [at, one] of json.entries())
      reportUnreadable(
        item,
        one === null && type.item.kind === "Object" ? {} : (one as CellJson),
        `${pointer}/${at}`,
        forms,
        problems,
      );
  }
  if (type.kind === "Object" && isJsonObject(json)) {
    for (const field of part.parts) {
      const own = Object.hasOwn(json, field.name) ? json[field.name] : undefined;
      reportUnreadable(field, own, `${pointer}/${pointerPart(field.name)}`, forms, problems);
    }
  }
  if (problems.length === count) problems.push(wrongFact(pointer, json, expectedOf(part, json)));
}

/** Items of which nothing more is known than their type. */
function plainPart(type: FactPart["type"]): FactPart {
  const nothing = { isRequired: false, values: undefined, min: undefined, max: undefined, isChecked: false };
  return { name: "", type, ...nothing, write: String, parts: [], item: undefined };
}

function checkPart(part: FactPart, value: Value, pointer: string, problems: Diagnostic[]): void {
  for (const { pointer: place, value: wrong, expected } of problemsOf(part, value, pointer)) {
    if (problems.length >= MOST_PROBLEMS) return;
    problems.push(
      expected === undefined
        ? diagnoseDefinition("decision/missing-fact", { pointer: place }, { pointer: place })
        : wrongFact(place, wrong, expected),
    );
  }
}

/** A number as a text is distinguished from one that is no number of its type. */
function expectedOf({ type }: FactPart, json: CellJson | undefined): string {
  const isNumber = familyOf(type) === "number" && typeof json === "string" && json.trim() !== "";
  return `${valueInWords(type)}${isNumber && Number.isFinite(Number(json)) ? " without quotes" : ""}`;
}

function wrongFact(pointer: string, json: unknown, expected: string): Diagnostic {
  return diagnoseDefinition(
    "decision/wrong-fact",
    { pointer, value: described(json), expected },
    { pointer },
  );
}

/** A getter, or a trap of a proxy, threw. */
function unreadableFact(pointer: string, thrown: unknown): Diagnostic {
  const reason = `reading it throws ${thrown instanceof Error ? thrown.name : typeof thrown}`;
  return diagnoseDefinition("decision/unreadable-fact", { pointer, reason }, { pointer });
}

/**
 * Warns of each fact, and of each member of an object in facts, that is not declared: it is not read, and often a misspelt name. Of the
 * items of a list a name is reported once.
 */
export function reportUnknownFacts(
  facts: CellJson,
  declared: readonly FactPart[],
  problems: Diagnostic[],
): void {
  try {
    const names = namesOf(declared);
    if (!hasOnly(names, facts)) report(names, facts, "", "", new Set(), problems);
  } catch {
    // A getter or a proxy that throws: it was reported where the fact was read.
  }
}

/** The names of facts or of the fields of an object. */
interface DeclaredNames {
  readonly names: ReadonlySet<string>;
  /** The objects among them, and the lists of objects. */
  readonly nested: readonly {
    readonly name: string;
    readonly isList: boolean;
    readonly inside: DeclaredNames;
  }[];
  /** By their pointers: callers repeat a misspelt name. */
  readonly warnings: BoundedCache<string, Diagnostic>;
}

const namesOf = memo((declared: readonly FactPart[]): DeclaredNames => {
  const nested = declared.flatMap(({ name, parts, item }) => {
    const inside = item?.parts ?? parts;
    return inside.length === 0 ? [] : [{ name, isList: item !== undefined, inside: namesOf(inside) }];
  });
  const names = new Set(declared.map(({ name }) => name));
  return { names, nested, warnings: new BoundedCache<string, Diagnostic>(MOST_REMEMBERED) };
});

const MOST_REMEMBERED = 100;

/** Whether all names are declared; most facts pass, and no pointer is made for them. */
function hasOnly({ names, nested }: DeclaredNames, json: CellJson | undefined): boolean {
  if (!isJsonObject(json)) return true;
  for (const name in json) if (!names.has(name)) return false;
  for (const { name, isList, inside } of nested) {
    const value = json[name];
    if (!isList) {
      if (!hasOnly(inside, value)) return false;
    } else if (isReadList(value)) for (const item of value) if (!hasOnly(inside, item)) return false;
  }
  return true;
}

function isReadList(value: CellJson | undefined): value is readonly CellJson[] {
  return Array.isArray(value) && value.length <= MOST_ITEMS;
}

/** `path` is the pointer without the positions of items, under which `reported` has what was reported. */
function report(
  { names, nested, warnings }: DeclaredNames,
  json: CellJson | undefined,
  pointer: string,
  path: string,
  reported: Set<string>,
  problems: Diagnostic[],
): void {
  if (!isJsonObject(json)) return;
  for (const name of Object.keys(json)) {
    const step = `/${pointerPart(name)}`;
    if (names.has(name) || reported.has(path + step)) continue;
    if (problems.length >= MOST_PROBLEMS) return;
    reported.add(path + step);
    const own = pointer + step;
    const warning = warnings.get(own) ?? warn(own, suggest(name, names));
    warnings.set(own, warning);
    problems.push(warning);
  }
  for (const { name, isList, inside } of nested) {
    const step = `/${pointerPart(name)}`;
    const value = Object.hasOwn(json, name) ? json[name] : undefined;
    if (!isList) report(inside, value, pointer + step, path + step, reported, problems);
    else if (isReadList(value))
      for (const [at, item] of value.entries())
        report(inside, item, `${pointer}${step}/${at}`, path + step, reported, problems);
  }
}

function warn(pointer: string, suggestion: string | undefined): Diagnostic {
  return diagnoseDefinition("decision/unknown-fact", { pointer, suggestion }, { pointer });
}
