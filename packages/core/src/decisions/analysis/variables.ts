import {
  anyNodeOf,
  CheckedExpression,
  isNondeterministic,
  isTemporal,
  type Node,
  valueFamilyOf,
} from "../../expression/parts.ts";
import { type Family, memo, type Value } from "../../values/index.ts";

/** A part of conditions whose value decides whether they hold. */
export interface Variable {
  /** One of the nodes that read it. */
  readonly node: Node;
  readonly family: Family;
  /** Where facts have it: the fact or column, then the fields within it. */
  readonly path: readonly string[];
  /** Whether facts can give it any value of its domain, whatever they give the others: a column, a field, the caller's role. */
  readonly isFact: boolean;
  readonly domain: Domain;
}

/** The values that facts can give a variable. Everything left out is open. */
export interface Domain {
  /** Whether facts can give it; false for what is computed. Where this is left out, a cell can be given. */
  readonly isGiven?: boolean;
  /** Whether it can be blank; so it is where this is left out. */
  readonly blank?: boolean;
  /** Every value that exists, except blank. */
  readonly values?: readonly Value[];
  readonly min?: number;
  readonly max?: number;
  /** How far apart values are, counted from `min` or 0. */
  readonly step?: number;
  /** Values to show where any other than those that conditions name is meant. */
  readonly samples?: readonly Value[];
}

/** What is known of a part that conditions read; `slot` is that of the row of a column. */
export type DomainOf = (node: Node) => Domain | undefined;

/** The variables of some conditions: parts that read the same are one. */
export class Variables {
  readonly all: Variable[] = [];
  readonly #domainOf: DomainOf;
  readonly #byKey = new Map<string, number>();

  constructor(domainOf: DomainOf = () => undefined) {
    this.#domainOf = domainOf;
  }

  /** The position of the variable that a node of a plain tree is. */
  indexOf(node: Node): number {
    const plain = withoutConversion(node);
    const key = keyOfPart(plain);
    const existing = key === undefined ? undefined : this.#byKey.get(key);
    if (existing !== undefined) return existing;
    const index = this.all.length;
    if (key !== undefined) this.#byKey.set(key, index);
    this.all.push(this.#make(plain));
    return index;
  }

  /** The position of the variable that a node is; undefined where no condition has read it yet. */
  find(node: Node): number | undefined {
    if (!isFact(node)) return undefined;
    const key = keyOfPart(node);
    return key === undefined ? undefined : this.#byKey.get(key);
  }

  #make(node: Node): Variable {
    const family = valueFamilyOf(node.type);
    const known = isFact(node) ? (this.#domainOf(node) ?? {}) : {};
    const isGiven = isFact(node) && known.isGiven !== false;
    return { node, family, path: pathOf(node), isFact: isGiven, domain: domainOfType(node, known) };
  }
}

/** A conversion that keeps the value as it is says nothing. */
function withoutConversion(node: Node): Node {
  let plain = node;
  while (plain.op === "convert" && plain.conversion.id === "same") plain = plain.operand;
  return plain;
}

/** Cells hold whole numbers, days and seconds; what is computed may lie between. A comparison is never blank. */
function domainOfType(node: Node, given: Domain): Domain {
  const isNeverBlank =
    node.op === "and" || node.op === "or" || (node.op === "binary" && node.type.kind === "Yes/No");
  const { kind } = node.type.kind === "Ref" ? node.type.key : node.type;
  const step = isFact(node) && (kind === "Number" || isTemporal(node.type)) ? { step: 1 } : {};
  const time = valueFamilyOf(node.type) === "time" ? { min: 0, max: 86_399 } : {};
  return { ...(isNeverBlank ? { blank: false } : {}), ...(isFact(node) ? time : {}), ...step, ...given };
}

/** Whether facts can give a part any value: a cell, a cell of a row that a cell refers to, what a caller is. */
export function isFact(node: Node): boolean {
  if (node.op === "column") return node.slot <= 0;
  if (node.op === "parameter") return node.isList !== true && node.type.kind !== "Any";
  if (node.op === "dereference")
    return isFact(node.ref) && node.field.op === "column" && node.field.slot === node.slot && !isKey(node);
  return node.op === "call" && node.arguments.length === 0 && CALLER.has(node.definition.name);
}

/** The key of a row is the Ref itself. */
function isKey({ table, field }: Extract<Node, { readonly op: "dereference" }>): boolean {
  return field.op === "column" && table.key.some(({ index }) => index === field.index);
}

const CALLER: ReadonlySet<string> = new Set(["USERROLE", "USEREMAIL", "USERNAME", "TODAY"]);

function pathOf(node: Node): readonly string[] {
  switch (node.op) {
    case "column":
      return node.slot < 0 ? ["_THISROW_BEFORE", node.name] : [node.name];
    case "dereference":
      return [...pathOf(node.ref), ...pathOf(node.field)];
    case "parameter":
      return [node.from === "settings" ? "_THISUSER" : "_PARAM", node.name];
    case "call":
      return [`${node.definition.name}()`];
    default:
      return [];
  }
}

/** The same text for two parts that always have the same value; undefined for one that may have another each time. */
function keyOfPart(node: Node): string | undefined {
  return node.op === "column" ? `${node.slot}:${node.index}:${node.name}` : keyOfNode(node);
}

const keyOfNode = memo((node: Node) => (mayBeAnother(node) ? undefined : JSON.stringify(node, withoutPlace)));

/** Whether a part may have another value each time, or is too large to be compared with others. */
function mayBeAnother(root: Node): boolean {
  let size = 0;
  return anyNodeOf(root, (node) => ++size > LARGEST_PART || isNondeterministic(node));
}

const LARGEST_PART = 500;

/** A part as JSON without its place in the source and without what follows from the rest. */
function withoutPlace(name: string, value: unknown): unknown {
  if (NO_MATTER.has(name)) return undefined;
  // Not by its tree: formulas may read one another so often that all of it would be 2^60 nodes.
  if (value instanceof CheckedExpression) return numberOf(value);
  const isNamed = (name === "table" || name === "definition") && typeof value === "object" && value !== null;
  return isNamed && "name" in value ? value.name : value;
}

const numberOf = memo((_: CheckedExpression) => ++count);
let count = 0;

const NO_MATTER: ReadonlySet<string> = new Set(["start", "end", "bounds", "literal", "display"]);
