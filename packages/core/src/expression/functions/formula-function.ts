import { checkedArguments } from "../check/check-call.ts";
import { coerceToArgument } from "../check/conversions.ts";
import {
  type CallForm,
  type Example,
  type FunctionDefinition,
  type Parameter,
  syntaxOf,
} from "../check/function-definition.ts";
import type { CheckedExpression } from "../tree/checked-expression.ts";
import { constant, type Node } from "../tree/node.ts";
import { type DeclarationPath, objectOf, type TableScope } from "../tree/scope.ts";
import { everyTable, type Type, typeName } from "../tree/type.ts";

/** A function that is not of the language: its name, its typed parameters and the type of its result. */
export interface Signature {
  readonly name: string;
  readonly description: string | undefined;
  readonly parameters: readonly TypedParameter[];
  readonly result: Type;
  /** Calls with their answers, for documentation. */
  readonly examples?: readonly Example[];
}

export interface TypedParameter {
  readonly name: string;
  readonly type: Type;
  /** Of a parameter that a definition declares. */
  readonly declaredAt?: DeclarationPath | undefined;
  /** The texts that editors offer for it. */
  readonly offered?: readonly string[] | undefined;
}

/** A function whose body is an expression, in which a parameter is read as a column is: `[price] * [quantity]`. */
export interface FormulaFunction extends Signature {
  /** The body about a row of the parameters; undefined where it has errors, which are reported with the definition. */
  readonly body: () => CheckedExpression | undefined;
}

/** The parameters as the columns of a row, about which a body is. */
export function rowOfParameters(parameters: readonly TypedParameter[]): TableScope {
  const columns = parameters.map(({ name, type, offered, declaredAt }, index) => ({
    isVirtual: false as const,
    name,
    type,
    index,
    ...(offered && { offered }),
    ...(declaredAt && { declaredAt }),
  }));
  return { ...objectOf(columns).shape, columnsAre: "parameter" };
}

/**
 * The definition of a function with an expression for a body. A call is the body's value on the object that the arguments are:
 * no evaluator knows of it, and `rewrite` puts the body in the place of the call.
 */
export function formulaFunction(signature: FormulaFunction): FunctionDefinition {
  const table = rowOfParameters(signature.parameters);
  const check = (form: CallForm): Node | undefined => {
    const { state } = form;
    const items = checkArguments(form, signature.parameters);
    if (items === undefined) return undefined;
    const { start, end } = form.call;
    const span = { start, end };
    const type = signature.result;
    const formula = signature.body();
    if (formula === undefined) return constant(null, type, span);
    for (const name of formula.references.tables) state.tables.add(name);
    const slot = state.scans.length + 1;
    const ref: Node = { op: "list", items, type: { kind: "Object", shape: table }, ...span };
    const field: Node = { op: "formula", slot, formula, type, ...span };
    return { op: "dereference", ref, table, slot, field, type, ...span };
  };
  const tables = () => [
    ...(signature.body()?.references.tables ?? []),
    ...[signature.result, ...signature.parameters.map(({ type }) => type)].flatMap(tablesOf),
  ];
  return { ...declared(signature, { isPure: true, isVolatile: false, check }), tables, body: signature.body };
}

function tablesOf(type: Type): readonly string[] {
  if (type.kind === "List") return tablesOf(type.item);
  return type.kind === "Ref" ? [type.table] : [];
}

/** The arguments of a call in the types of the parameters; undefined after an error, which has been reported. */
export function checkArguments(
  form: CallForm,
  parameters: readonly TypedParameter[],
): readonly Node[] | undefined {
  const { state, definition } = form;
  const fitted = checkedArguments(form)?.map((node, at) => {
    const { name, type } = parameters[at] as TypedParameter;
    const details = { function: definition.name, parameter: name, expected: state.typeName(type) };
    return (
      coerceToArgument(node, type, state.scope.locale) ??
      state.report("type/argument", { ...details, actual: state.describe(node) }, node)
    );
  });
  return fitted?.includes(undefined) ? undefined : (fitted as readonly Node[] | undefined);
}

/** The definition of a signature, as the checker and editors read it. */
export function declared(
  { name, description = "", parameters: typed, result, examples = [] }: Signature,
  { isPure, isVolatile, check }: Pick<FunctionDefinition, "isPure" | "isVolatile" | "check">,
): FunctionDefinition {
  const parameters = typed.map(
    (one): Parameter => ({ name: one.name, type: "Anything", description: typeName(one.type, everyTable) }),
  );
  return {
    name,
    category: "own",
    syntax: syntaxOf(name, parameters),
    summary: description,
    parameters,
    result: typeName(result, everyTable),
    isPure,
    isDetermined: isPure,
    isVolatile,
    examples,
    skipsBlanks: false,
    check,
  };
}
