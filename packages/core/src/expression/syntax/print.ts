import { checkList, checkText } from "../../diagnostics/index.ts";
import { type Expression, type Operation, PRECEDENCE, SIGN_PRECEDENCE } from "./ast.ts";
import { parse } from "./parse.ts";

/** The expression in its plainest form on one line; parsing it gives an equal tree. */
export function print(expression: Expression): string {
  switch (expression.kind) {
    case "number":
      return expression.text;
    case "text":
      return `"${expression.value.replaceAll('"', '""')}"`;
    case "raw-text":
      return expression.value;
    case "boolean":
      return expression.value ? "TRUE" : "FALSE";
    case "list":
      return `{${expression.items.map(print).join(", ")}}`;
    case "call":
      return expression.legacy
        ? `@(_${expression.name})`
        : `${expression.name}(${expression.arguments.map(print).join(", ")})`;
    case "table-column":
      return `${expression.table}[${expression.column}]`;
    case "column":
      return `[${expression.name}]`;
    case "dereference":
      return `${printTarget(expression.target)}${expression.dotted ? "." : ""}[${expression.column}]`;
    case "signed":
      return `${expression.sign}${printTighterThan(SIGN_PRECEDENCE - 1, expression.operand)}`;
    case "operation":
      return printOperation(expression);
  }
}

const POSTFIX = 7;

/** Bare words directly before a column would be the name of a table. */
function printTarget(target: Expression): string {
  return target.kind === "raw-text" ? `(${target.value})` : printTighterThan(POSTFIX, target);
}

function printOperation({ operands, operators }: Operation): string {
  const [operator = "="] = operators;
  const precedence = PRECEDENCE[operator];
  if (operator === "^") {
    const [base, ...exponents] = operands as [Expression, ...Expression[]];
    return [printTighterThan(precedence, base), ...exponents.map(printExponent)].join(" ^ ");
  }
  return operands
    .map(
      (operand, index) =>
        `${index === 0 ? "" : ` ${operators[index - 1]} `}${printTighterThan(precedence, operand)}`,
    )
    .join("");
}

/** Signs of an exponent bind more tightly than the power. */
function printExponent(exponent: Expression): string {
  return exponent.kind === "signed"
    ? `${exponent.sign}${printExponent(exponent.operand)}`
    : printTighterThan(PRECEDENCE["^"], exponent);
}

/** The operand, in brackets unless it binds more tightly than `precedence`. */
function printTighterThan(precedence: number, operand: Expression): string {
  return precedenceOf(operand) > precedence ? print(operand) : `(${print(operand)})`;
}

function precedenceOf(expression: Expression): number {
  if (expression.kind === "signed") return SIGN_PRECEDENCE;
  if (expression.kind === "operation") return PRECEDENCE[expression.operators[0] ?? "="];
  return POSTFIX + 1;
}

/** A source in its plainest form on one line; one that cannot be parsed by itself stays as it is. */
export function printSource(source: string, tableNames: readonly string[] = []): string {
  const { output } = parse(source, tableNames);
  return output === undefined ? source : print(output);
}

/** Columns a line may have before a call or a list is broken into one part a line. */
const WIDTH = 80;

/**
 * The source in its canonical layout: function names in capitals, one blank around operators, long calls one argument
 * a line. The meaning does not change. A source that does not read is given back as it is.
 * `tableNames` are names that hold operators, longest first. Throws a TypeError for what is no text, or no list of texts.
 */
export function formatSource(source: string, tableNames: readonly string[] = []): string {
  checkText("format", "an expression", source);
  checkList("format", "names of tables", tableNames);
  for (const name of tableNames) checkText("format", "the name of a table", name);
  const { output } = parse(source, tableNames);
  if (output === undefined) return source;
  const formatted = layOut(capitalise(output), 0);
  return source.trimStart().startsWith("=") ? `=${formatted}` : formatted;
}

/** As `format`, on one line however long it gets. */
export function formatOnLine(source: string, tableNames: readonly string[] = []): string {
  const { output } = parse(source, tableNames);
  if (output === undefined) return source;
  return `${source.trimStart().startsWith("=") ? "=" : ""}${print(capitalise(output))}`;
}

/** The tree with the names of functions in capitals. */
function capitalise(node: Expression): Expression {
  switch (node.kind) {
    case "call":
      return { ...node, name: node.name.toUpperCase(), arguments: node.arguments.map(capitalise) };
    case "list":
      return { ...node, items: node.items.map(capitalise) };
    case "dereference":
      return { ...node, target: capitalise(node.target) };
    case "signed":
      return { ...node, operand: capitalise(node.operand) };
    case "operation":
      return { ...node, operands: node.operands.map(capitalise) };
    default:
      return node;
  }
}

function layOut(node: Expression, indent: number): string {
  const line = print(node);
  if (indent + line.length <= WIDTH) return line;
  if (node.kind === "call" && node.arguments.length > 0)
    return block(`${node.name}(`, node.arguments, ")", indent);
  if (node.kind === "list") return block("{", node.items, "}", indent);
  if (node.kind === "operation" && node.operators[0] !== "^") return layOutOperation(node, indent);
  return line;
}

function block(open: string, parts: readonly Expression[], close: string, indent: number): string {
  const inner = indent + 2;
  const lines = parts.map((part) => `${" ".repeat(inner)}${layOut(part, inner)}`);
  return `${open}\n${lines.join(",\n")}\n${" ".repeat(indent)}${close}`;
}

/** One operand a line, its operator before it. */
function layOutOperation({ operands, operators }: Operation, indent: number): string {
  const precedence = PRECEDENCE[operators[0] ?? "="];
  const inner = indent + 2;
  return operands
    .map((operand, index) => {
      const isLoose = operand.kind === "operation" && PRECEDENCE[operand.operators[0] ?? "="] <= precedence;
      const text = isLoose ? `(${layOut(operand, inner + 1)})` : layOut(operand, inner);
      return index === 0 ? text : `\n${" ".repeat(inner)}${operators[index - 1]} ${text}`;
    })
    .join("");
}
