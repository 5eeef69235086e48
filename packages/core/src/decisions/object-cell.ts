import { hasErrors } from "../diagnostics/index.ts";
import type { ListType, Node, TableScope, Type } from "../expression/parts.ts";
import type { DefinitionReport } from "../yaml/definition-report.ts";
import type { Path } from "../yaml/definition-source.ts";
import type { FactPart, Placed } from "./decision.ts";
import type { CellShape } from "./rules-shape.ts";
import { SourceBuilder } from "./source-builder.ts";

type CellMembers = Readonly<Record<string, CellShape>>;

/** The fields of an object, or the items of a list of objects, each as a cell of its own. */
export type CellParts = CellMembers | readonly CellShape[];

/** Whether a cell is an object, or a list of such. */
export function isNestedCell(cell: CellShape): boolean {
  if (typeof cell !== "object" || cell === null) return false;
  return !Array.isArray(cell) || cell.some((one) => typeof one === "object");
}

/** The parts of a cell that are written one by one; in a file they are JSON. Undefined for a cell of another type. */
export function partsOfCell(cell: CellShape, type: Type): CellParts | undefined {
  if (type.kind !== "Object" && (type.kind !== "List" || !["Object", "List"].includes(type.item.kind)))
    return undefined;
  const given = typeof cell === "string" && /^\s*[{[]/.test(cell) ? parsed(cell) : cell;
  if (typeof given !== "object" || given === null || Array.isArray(given) !== (type.kind === "List"))
    return undefined;
  return given as CellParts;
}

function parsed(text: string): CellShape {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** An object by its fields, or a list by its items, as one expression; undefined where a part has errors, which `give` reports. */
export function placeParts(
  report: DefinitionReport,
  path: Path,
  parts: CellParts,
  type: Type,
  {
    row,
    rules,
    give,
  }: {
    readonly row: TableScope | undefined;
    /** What the whole must be, as it is declared. */
    readonly rules: FactPart | undefined;
    readonly give: (path: Path, part: CellShape, type: Type, rules?: FactPart) => Placed | undefined;
  },
): Placed | undefined {
  const before = report.diagnostics.length;
  const out = new SourceBuilder();
  out.write("LIST(");
  const nodes = itemsOf(report, path, parts, type).map(([step, part, partType], at): Node => {
    if (at > 0) out.write(", ");
    const own = type.kind === "List" ? rules?.item : rules?.parts[at];
    if (own?.isRequired === true && (part === null || part === ""))
      report.report([...path, step], "definition/missing-member", { name: String(step) });
    const placed = give([...path, step], part, partType, own);
    if (placed !== undefined) return out.place(placed.expression);
    const start = out.length;
    out.write('""');
    const value = partType.kind === "List" ? [] : null;
    return { op: "constant", value, type: partType, ...out.span(start) };
  });
  out.write(")");
  if (hasErrors(report.diagnostics.slice(before))) return undefined;
  const expression = out.expressionOf({ op: "list", items: nodes, type, ...out.span(0) }, row);
  return { expression, member: path.join("."), locate: (diagnostic) => diagnostic };
}

/** Each part with its step and its type; a field that is left out is blank, and one that there is not is reported. */
function itemsOf(
  report: DefinitionReport,
  path: Path,
  parts: CellParts,
  type: Type,
): readonly (readonly [step: string | number, part: CellShape, type: Type])[] {
  if (Array.isArray(parts))
    return parts.map((part: CellShape, at) => [at, part, (type as ListType).item] as const);
  const given = parts as CellMembers;
  const fields = type.kind === "Object" ? type.shape.columns : [];
  const members = fields.map(({ name }) => name);
  for (const name of Object.keys(given))
    if (!members.includes(name))
      report.report([...path, name], "definition/unknown-member", { name, members }, "name");
  return fields.map((field) => {
    if (field.isVirtual === false && field.declaredAt !== undefined && Object.hasOwn(given, field.name))
      report.observer?.name([...path, field.name], "name", {
        kind: "member",
        name: field.name,
        declaredAt: field.declaredAt,
      });
    const part = Object.hasOwn(given, field.name) ? given[field.name] : null;
    return [field.name, part ?? null, field.type] as const;
  });
}
