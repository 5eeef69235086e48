import { type Diagnostic, diagnoseDefinition, suggest } from "../diagnostics/index.ts";
import type { CellJson } from "../expression/tree/members.ts";
import { isJsonObject, MOST_ITEMS } from "../expression/tree/value-forms.ts";
import { BoundedCache, pointerPart } from "../values/index.ts";
import type { FactPart } from "./decision.ts";
import { MOST_PROBLEMS } from "./fact-part.ts";

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

function namesOf(declared: readonly FactPart[]): DeclaredNames {
  const found = declaredNames.get(declared);
  if (found !== undefined) return found;
  const nested = declared.flatMap(({ name, parts, item }) => {
    const inside = item?.parts ?? parts;
    return inside.length === 0 ? [] : [{ name, isList: item !== undefined, inside: namesOf(inside) }];
  });
  const names = new Set(declared.map(({ name }) => name));
  const made = { names, nested, warnings: new BoundedCache<string, Diagnostic>(MOST_WARNINGS) };
  declaredNames.set(declared, made);
  return made;
}

const declaredNames = new WeakMap<readonly FactPart[], DeclaredNames>();
const MOST_WARNINGS = 100;

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
