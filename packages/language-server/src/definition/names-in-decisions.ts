import type { Path } from "@tablewright/core";
import {
  columnTypes,
  type DefinitionSource,
  type SourcePart,
  type SourceText,
} from "@tablewright/core/definition";

/** A name that a member may hold. */
export interface OfferedName {
  readonly label: string;
  readonly kind: "table" | "slice" | "column" | "action" | "constant";
}

export function offered(names: readonly string[], kind: OfferedName["kind"]): readonly OfferedName[] {
  return names.map((label) => ({ label, kind }));
}

/**
 * The names that are allowed at a path of decisions, facts, functions and object types, in an application or in rules: types, outputs that
 * a rule sets, and the values that outputs have.
 */
export function namesInDecisions(
  source: DefinitionSource,
  path: Path,
  at: "name" | "value",
): readonly OfferedName[] {
  const place = path.join("\n");
  if (/^decisions\n[^\n]+\nrules\n\d+\nset\n[^\n]+$/.test(place) && at === "name")
    return offered(outputsOf(source, path), "column");
  if (at === "name") return [];
  if (TYPE_PLACES.some((form) => form.test(place))) return offered(typesIn(source), "constant");
  const output = outputAt(source, path);
  return output === undefined ? [] : offered(valuesOf(source, path, output), "constant");
}

/** The places of a type: the value of a member, or in place of a mapping. */
const TYPE_PLACES: readonly RegExp[] = [
  /^(?:facts|types|functions)\n[\s\S]*\n(?:type|itemType|of|result)$/,
  /^decisions\n[^\n]+\n(?:(?:outputs|parameters|fields)\n[\s\S]*\n)?(?:type|itemType|of)$/,
  /^facts\n[^\n]+$/,
  /^types\n[^\n]+\n[^\n]+$/,
  /\n(?:fields|parameters)\n[^\n]+$/,
  /^decisions\n[^\n]+\noutputs\n[^\n]+$/,
];

/** The places of the types of columns, and of the fields and items of these. */
const COLUMN_TYPE = /^tables\n[^\n]+\ncolumns\n[^\n]+\n(?:[\s\S]*\n)?(?:type|itemType|of|fields\n[^\n]+)$/;

/** Where the types of a definition are named, alone or as those of the items of a list. */
export function typeUses(source: DefinitionSource): readonly TypeUse[] {
  const names = new Set(source.names(["types"]));
  const uses: TypeUse[] = [];
  const visit = ({ scalar, value, members }: SourcePart, path: Path): void => {
    const [, list = "", name = ""] =
      typeof value === "string" ? (/^(List of )?(.*)$/s.exec(value) ?? []) : [];
    const place = path.join("\n");
    if (
      scalar !== undefined &&
      names.has(name) &&
      [...TYPE_PLACES, COLUMN_TYPE].some((form) => form.test(place))
    )
      uses.push({ name, list, text: source.textOf(scalar) });
    for (const [step, member] of members) visit(member, [...path, step]);
  };
  if (names.size > 0) visit(source.root, []);
  return uses;
}

interface TypeUse {
  readonly name: string;
  /** What is written before the name: `List of ` or nothing. */
  readonly list: string;
  readonly text: SourceText;
}

function typesIn(source: DefinitionSource): readonly string[] {
  const own = source.names(["types"]);
  const ofLanguage = columnTypes.map(({ name }) => name);
  return [...own, ...own.map((name) => `List of ${name}`), ...ofLanguage];
}

function outputsOf(source: DefinitionSource, [, decision = ""]: Path): readonly string[] {
  const names = source.names(["decisions", decision, "outputs"]);
  return names.length > 0 ? names : [String(decision)];
}

/** The output whose value is at a path. */
function outputAt(source: DefinitionSource, path: Path): string | undefined {
  const [root, decision = "", member, first, second, third] = path;
  if (root !== "decisions") return undefined;
  const outputs = outputsOf(source, path);
  switch (member) {
    case "rows": {
      const own = source.names(["decisions", decision, "inputs"]).length;
      const inputs = own > 0 ? own : source.names(["decisions", decision, "parameters"]).length;
      return outputs[Number(second) - inputs];
    }
    case "otherwise":
      return outputs[Number(first ?? 0)];
    case "default":
      return outputs[0];
    case "outputs":
      return second === "default" ? String(first) : undefined;
    case "rules":
      return second === "set" ? String(third) : undefined;
    default:
      return undefined;
  }
}

/** The values that an output is declared with. */
function valuesOf(source: DefinitionSource, [, decision = ""]: Path, output: string): readonly string[] {
  const several = source.part(["decisions", decision, "outputs", output]);
  const declared = several ?? source.part(["decisions", decision]);
  const type = declared?.scalar?.value ?? declared?.members.get("type")?.value;
  if (type === "Yes/No") return ["true", "false"];
  return [...(declared?.members.get("values")?.members.values() ?? [])].map(({ value }) => String(value));
}
