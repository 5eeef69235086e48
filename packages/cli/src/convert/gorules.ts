import { type FactPath, FactTypes } from "./fact-types.ts";
import {
  type Converted,
  type ConvertOptions,
  factReference,
  freeName,
  isMembers,
  literal,
  type UnconvertedPart,
  Unsayable,
} from "./unsayable.ts";
import { writeCell, writeOutputCell } from "./write-cell.ts";
import { readZenCell, readZenValue, type ZenTest, type ZenValue } from "./zen-cell.ts";

type Members = Readonly<Record<string, unknown>>;

/** Whether JSON is a decision graph of GoRules. */
export function isGraph(json: unknown): json is Members & { readonly nodes: readonly unknown[] } {
  return isMembers(json) && Array.isArray(json.nodes) && Array.isArray(json.edges);
}

/**
 * The decision tables of a graph. A table that cannot be said exactly is left out whole: it would decide otherwise without one of
 * its rows. Outputs of tables before it are read by their names, as everything else is a fact.
 */
export function convertGraph(graph: Members, options: ConvertOptions): Converted {
  const leftOut: UnconvertedPart[] = [];
  const notes: string[] = [];
  let types = FactTypes.none();
  const attempt = <T>(node: GraphNode, run: () => T): T | undefined => {
    try {
      return run();
    } catch (thrown) {
      if (!(thrown instanceof Unsayable)) throw thrown;
      leftOut.push({ where: `"${node.name}"`, reason: thrown.message });
      return undefined;
    }
  };
  const nodes = new Map(nodesOf(graph).map((node) => [node.id, node]));
  for (const node of nodes.values())
    if (!PLAIN.has(node.type))
      leftOut.push({ where: `"${node.name}"`, reason: `a node of type "${node.type}" is no table` });
  const drafts: TableDraft[] = [];
  const outputs = new Map<string, ReadonlyMap<string, string>>();
  const taken = new Set<string>();
  for (const node of inOrder(nodes)) {
    if (node.type !== "decisionTableNode") continue;
    const draft = attempt(node, () => {
      const own = types.fork();
      const read = draftOf(node, (path) => resolve(path, node, nodes, outputs), own);
      types = own;
      return read;
    });
    if (draft === undefined) continue;
    drafts.push(draft);
    outputs.set(
      node.id,
      new Map(
        draft.outputs.map(({ field }) => {
          const name = freeName(field.replaceAll(".", " "), taken);
          if (name !== field) notes.push(`the output "${field}" of "${node.name}" is called "${name}"`);
          return [field, name];
        }),
      ),
    );
    if (draft.hit === "collect") notes.push(`the rows of "${node.name}" become a list for each output`);
  }
  return build(drafts, outputs, types, options, { leftOut, notes });
}

function build(
  drafts: readonly TableDraft[],
  outputs: ReadonlyMap<string, ReadonlyMap<string, string>>,
  types: FactTypes,
  options: ConvertOptions,
  { leftOut, notes }: { readonly leftOut: UnconvertedPart[]; readonly notes: readonly string[] },
): Converted {
  const names = new Set<string>();
  const decisions: Record<string, unknown> = {};
  for (const { node, hit, inputs, outputs: own, rows } of drafts) {
    try {
      const cells = rows.map(({ tests, values }) => [
        ...tests.map((test, at) =>
          test === undefined ? "-" : writeCell(test, kindOf(inputs[at] as TableInput, types), options),
        ),
        ...values.map(writeOutputCell),
      ]);
      decisions[freeName(node.name, names)] = {
        hit,
        outputs: Object.fromEntries(
          own.map(({ field, type }) => [outputs.get(node.id)?.get(field) ?? field, type]),
        ),
        inputs: inputs.map(({ source }) => source),
        rows: cells,
      };
    } catch (thrown) {
      if (!(thrown instanceof Unsayable)) throw thrown;
      leftOut.push({ where: `"${node.name}"`, reason: thrown.message });
    }
  }
  const count = Object.keys(decisions).length;
  const facts = types.declared();
  const definition = { tablewright: 1, rules: { id: options.id }, facts, decisions };
  return { what: "table", definition: count === 0 ? undefined : definition, count, leftOut, notes };
}

function kindOf({ read }: TableInput, types: FactTypes) {
  return "fact" in read ? types.kindOf(read.fact) : undefined;
}

interface GraphNode {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly content: Members;
  readonly sources: readonly string[];
}

const PLAIN: ReadonlySet<string> = new Set(["inputNode", "outputNode", "decisionTableNode"]);

function nodesOf(graph: Members): readonly GraphNode[] {
  const edges = (graph.edges as readonly unknown[]).filter(isMembers);
  return (graph.nodes as readonly unknown[]).filter(isMembers).map((node) => ({
    id: String(node.id),
    name: typeof node.name === "string" && node.name.trim() !== "" ? node.name.trim() : String(node.id),
    type: String(node.type),
    content: isMembers(node.content) ? node.content : {},
    sources: edges.filter(({ targetId }) => targetId === node.id).map(({ sourceId }) => String(sourceId)),
  }));
}

/** Each node after those that it reads; those of a circle as they come. */
function inOrder(nodes: ReadonlyMap<string, GraphNode>): readonly GraphNode[] {
  const ordered = new Set<GraphNode>();
  const entered = new Set<string>();
  const visit = (node: GraphNode | undefined) => {
    if (node === undefined || entered.has(node.id)) return;
    entered.add(node.id);
    for (const source of node.sources) visit(nodes.get(source));
    ordered.add(node);
  };
  for (const node of nodes.values()) visit(node);
  return [...ordered];
}

/** What a path of a table reads: an output of a table before it, by its name here, or a fact. */
type Read = { readonly output: string } | { readonly fact: FactPath };

function resolve(
  path: FactPath,
  node: GraphNode,
  nodes: ReadonlyMap<string, GraphNode>,
  outputs: ReadonlyMap<string, ReadonlyMap<string, string>>,
): Read {
  const field = path.join(".");
  const found = new Set<string>();
  let seesFacts = node.sources.length === 0;
  const visited = new Set<string>();
  const look = (id: string) => {
    const source = nodes.get(id);
    if (source === undefined || visited.has(id)) return;
    visited.add(id);
    if (source.type === "inputNode") {
      seesFacts = true;
      return;
    }
    const own = outputs.get(id);
    if (own === undefined) throw new Unsayable(`it reads what "${source.name}" gives, which is left out`);
    const name = own.get(field);
    if (name !== undefined) found.add(name);
    else if (source.content.passThrough === true) for (const before of source.sources) look(before);
  };
  for (const id of node.sources) look(id);
  const [output] = found;
  if (found.size > 1) throw new Unsayable(`"${field}" is given by several tables`);
  if (output !== undefined) return { output };
  if (!seesFacts) throw new Unsayable(`"${field}" is not passed on by the table before it`);
  return { fact: path };
}

interface TableInput {
  readonly source: string;
  readonly read: Read;
}

interface TableDraft {
  readonly node: GraphNode;
  readonly hit: "first" | "collect";
  readonly inputs: readonly TableInput[];
  readonly outputs: readonly { readonly field: string; readonly type: string }[];
  readonly rows: readonly {
    readonly tests: readonly (ZenTest | undefined)[];
    readonly values: readonly ZenValue[];
  }[];
}

function draftOf(node: GraphNode, resolvePath: (path: FactPath) => Read, types: FactTypes): TableDraft {
  const {
    hitPolicy = "first",
    inputs = [],
    outputs = [],
    rules = [],
    executionMode,
    inputField,
    outputPath,
  } = node.content;
  if (hitPolicy !== "first" && hitPolicy !== "collect")
    throw new Unsayable(`its hit policy is "${String(hitPolicy)}"`);
  if (executionMode === "loop" || isFilled(inputField) || isFilled(outputPath))
    throw new Unsayable("it runs over a list, or on a part of its input");
  const inputList = columnsOf(inputs).map(({ id, field }) => {
    if (!/^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/.test(field))
      throw new Unsayable(`its input ${literal(field)} is not the name of a fact or a field`);
    const read = resolvePath(field.split("."));
    return { id, read, source: sourceOf(read) };
  });
  const outputList = columnsOf(outputs);
  if (outputList.length === 0) throw new Unsayable("it has no outputs");
  const rows = (Array.isArray(rules) ? rules : []).filter(isMembers).map((rule) => ({
    tests: inputList.map(({ id, read }) => {
      const test = readZenCell(textAt(rule, id));
      return test && noted(withPaths(test, resolvePath), read, types);
    }),
    values: outputList.map(({ id }) => {
      const cell = textAt(rule, id);
      const value = cell.trim() === "" ? null : readZenValue(cell);
      if (value === "") throw new Unsayable("an output is an empty text, which is a blank here like null");
      return value;
    }),
  }));
  if (rows.length === 0) throw new Unsayable("it has no rows");
  for (const { read } of inputList) if ("fact" in read) types.seen(read.fact);
  if (hitPolicy === "collect" && rows.some(({ values }) => values.includes(null)))
    throw new Unsayable("a row that is collected gives an output no value");
  return {
    node,
    hit: hitPolicy,
    inputs: inputList,
    rows,
    outputs: outputList.map(({ field }, at) => {
      if (field === "") throw new Unsayable("an output has no field");
      return {
        field,
        type: outputType(
          field,
          rows.map(({ values }) => values[at] ?? null),
        ),
      };
    }),
  };
}

function outputType(field: string, values: readonly ZenValue[]): string {
  const kinds = new Set(values.filter((value) => value !== null).map((value) => typeof value));
  if (kinds.has("object")) throw new Unsayable(`its output "${field}" is computed`);
  if (kinds.size > 1) throw new Unsayable(`its output "${field}" has values of several types`);
  const [kind = "string"] = kinds;
  return kind === "number" ? "Decimal" : kind === "boolean" ? "Yes/No" : "Text";
}

function columnsOf(columns: unknown): readonly { readonly id: string; readonly field: string }[] {
  return (Array.isArray(columns) ? columns : [])
    .filter(isMembers)
    .map(({ id, field }) => ({ id: String(id), field: typeof field === "string" ? field.trim() : "" }));
}

function isFilled(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}

function textAt(rule: Members, id: string): string {
  const cell = Object.hasOwn(rule, id) ? rule[id] : "";
  return cell === null || cell === undefined ? "" : String(cell);
}

function sourceOf(read: Read): string {
  return "output" in read ? factReference([read.output]) : factReference(read.fact);
}

/** Paths of values as what they read: the path of an output is its name here. */
function withPaths(test: ZenTest, resolvePath: (path: FactPath) => Read): ZenTest {
  const value = (one: ZenValue): ZenValue => {
    if (typeof one !== "object" || one === null) return one;
    const read = resolvePath(one.path);
    if ("output" in read) throw new Unsayable(`a cell compares with the output "${read.output}"`);
    return { path: read.fact };
  };
  switch (test.kind) {
    case "compare":
      return { ...test, value: value(test.value) };
    case "range":
      return { ...test, low: value(test.low), high: value(test.high) };
    case "not":
      return { ...test, test: withPaths(test.test, resolvePath) };
    case "text":
      return test;
    default:
      return { ...test, tests: test.tests.map((one) => withPaths(one, resolvePath)) };
  }
}

/** Takes note of what a condition shows of the types of facts. */
function noted(test: ZenTest, read: Read, types: FactTypes): ZenTest {
  const path = "fact" in read ? read.fact : undefined;
  const note = (value: ZenValue, isOrdered: boolean) => {
    if (value === null) return;
    if (typeof value === "object") {
      if (path === undefined) return types.seen(value.path);
      if (isOrdered) types.note(path, "number");
      types.unite(path, value.path);
    } else {
      if (value === "")
        throw new Unsayable("an input is compared with an empty text, which is a blank here like null");
      if (isOrdered && typeof value !== "number")
        throw new Unsayable("it compares the order of something else than numbers");
      if (path !== undefined) types.note(path, KINDS[typeof value as keyof typeof KINDS]);
    }
  };
  switch (test.kind) {
    case "compare":
      note(test.value, test.sign !== "=" && test.sign !== "<>");
      break;
    case "range":
      note(test.low, true);
      note(test.high, true);
      break;
    case "text":
      note(test.part, false);
      break;
    case "not":
      noted(test.test, read, types);
      break;
    default:
      for (const one of test.tests) noted(one, read, types);
  }
  return test;
}

const KINDS = { number: "number", string: "text", boolean: "yes/no" } as const;
