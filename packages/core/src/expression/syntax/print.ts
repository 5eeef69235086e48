import { type Expression, type Operation, PRECEDENCE, SIGN_PRECEDENCE } from "./ast.ts";

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
    const [base, exponent] = operands as [Expression, Expression];
    return `${printTighterThan(precedence, base)} ^ ${printTighterThan(SIGN_PRECEDENCE - 1, exponent)}`;
  }
  return operands
    .map(
      (operand, index) =>
        `${index === 0 ? "" : ` ${operators[index - 1]} `}${printTighterThan(precedence, operand)}`,
    )
    .join("");
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
