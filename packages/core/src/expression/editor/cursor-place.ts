import { functionsByName } from "../functions/index.ts";
import type { Expression } from "../syntax/ast.ts";
import { parse } from "../syntax/parse.ts";

/** Where the cursor stands in an unfinished source. */
export interface CursorPlace {
  /** What a completion replaces, and what of it is typed already. */
  readonly start: number;
  readonly end: number;
  readonly typed: string;
  /** Whether a column's name is being written, and whether no table or Ref stands before its bracket. */
  readonly inBrackets: boolean;
  readonly isBare: boolean;
  /** Whether the argument here is the name of a table. */
  readonly wantsName: boolean;
  /** The source up to the cursor, closed, with a column named U+0001 at the cursor; undefined when that does not read. */
  readonly tree: Expression | undefined;
  /** The other side of the operator at the cursor, whose type the place wants. */
  readonly sibling: Expression | undefined;
  /** What the parameter at the cursor takes, when the cursor is in a call. */
  readonly parameterType: string | undefined;
}

export function placeCursor(source: string, offset: number, tableNames: readonly string[]): CursorPlace {
  const before = source.slice(0, Math.max(0, Math.min(offset, source.length)));
  const open = findOpen(before);
  const word = open.quote ?? open.bracket ?? wordStart(before, tableNames);
  const head = before.slice(0, word);
  const inBrackets = open.bracket !== undefined && open.quote === undefined;
  const start = inBrackets || open.quote !== undefined ? word + 1 : word;
  const tail = inBrackets ? /^[^[\]]*\]?/ : /^[\p{L}\p{N}_]*/u;
  const end = before.length + (tail.exec(source.slice(before.length))?.[0].length ?? 0);
  const names = [...tableNames].sort((a, b) => b.length - a.length);
  const tree = parse(`${head}[\u0001]${open.closers}`, names).output;
  const parent = tree && findParent(tree);
  const parameter = parent?.kind === "call" ? parameterAt(parent) : undefined;
  return {
    start,
    end,
    typed: before.slice(start),
    inBrackets,
    isBare: !/[\].\p{L}\p{N}_]\s*$/u.test(head),
    wantsName: parameter?.type === "Name",
    tree,
    sibling: parent?.kind === "operation" ? siblingIn(parent) : undefined,
    parameterType: parameter?.type,
  };
}

interface OpenParts {
  /** Offsets of the quote or square bracket that is still open. */
  readonly quote: number | undefined;
  readonly bracket: number | undefined;
  /** What closes the round and curly brackets that are open. */
  readonly closers: string;
}

function findOpen(text: string): OpenParts {
  const closers: string[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '"' || character === "[") {
      const close = text.indexOf(character === "[" ? "]" : '"', at + 1);
      const closed = closers.reverse().join("");
      if (close === -1) {
        return character === "["
          ? { quote: undefined, bracket: at, closers: closed }
          : { quote: at, bracket: undefined, closers: closed };
      }
      closers.reverse();
      at = close;
    } else if (character === "(" || character === "{") closers.push(character === "(" ? ")" : "}");
    else if (character === ")" || character === "}") closers.pop();
  }
  return { quote: undefined, bracket: undefined, closers: closers.reverse().join("") };
}

/** Where the word before the cursor begins; the words of a table's name that is half written are one. */
function wordStart(text: string, tableNames: readonly string[]): number {
  const words = /[\p{L}\p{N}_ ]*$/u.exec(text)?.[0] ?? "";
  for (let start = text.length - words.length; start < text.length; start++) {
    const typed = text.slice(start).toLowerCase();
    const begins =
      !/^[\p{L}\p{N}_]/u.test(text.slice(start - 1, start)) && typed.trim() !== "" && !typed.startsWith(" ");
    if (begins && tableNames.some((name) => name.toLowerCase().startsWith(typed))) return start;
  }
  return text.length - (/[\p{L}\p{N}_]*$/u.exec(text)?.[0].length ?? 0);
}

function isCursor(node: Expression): boolean {
  return node.kind === "column" && node.name === "\u0001";
}

function childrenOf(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case "call":
      return node.arguments;
    case "list":
      return node.items;
    case "operation":
      return node.operands;
    case "signed":
      return [node.operand];
    case "dereference":
      return [node.target];
    default:
      return [];
  }
}

function findParent(tree: Expression): Expression | undefined {
  const waiting = [tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const children = childrenOf(node);
    if (children.some(isCursor)) return node;
    for (const child of children) waiting.push(child);
  }
  return undefined;
}

function parameterAt(call: Extract<Expression, { kind: "call" }>) {
  const parameters = functionsByName.get(call.name.toUpperCase())?.parameters ?? [];
  const index = call.arguments.findIndex(isCursor);
  return parameters[index] ?? parameters.findLast(({ repeat }) => repeat === true);
}

function siblingIn({ operands }: Extract<Expression, { kind: "operation" }>): Expression | undefined {
  return operands[operands.findIndex(isCursor) - 1] ?? operands.find((operand) => !isCursor(operand));
}
