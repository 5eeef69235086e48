import { type Diagnostic, diagnoseDefinition } from "../../diagnostics/index.ts";
import {
  type CheckedExpression,
  mapTree,
  mayFail,
  type Node,
  rewriteNode,
  scalar,
} from "../../expression/parts.ts";
import { inlineFunctions } from "../../expression/rewrite/rewrite.ts";
import { children } from "../../expression/tree/walk.ts";
import type { AnalysisSetting } from "./facts.ts";
import { type ConditionFinding, findingsOf, verdictOf } from "./findings.ts";
import { plainNode } from "./plain-tree.ts";

interface ConditionOptions {
  /** What the expression is called where it is a condition itself, such as a filter. */
  readonly what?: string;
  /** What holds wherever it is evaluated. */
  readonly given?: Node;
}

/**
 * Warns of the conditions in an expression that are never TRUE or always, and of branches of IF, IFS and SWITCH that are not reached. A
 * condition that is written as TRUE or FALSE is meant so. Each warning has its place in the source.
 */
export function diagnoseConditions(
  expression: CheckedExpression,
  setting: AnalysisSetting,
  { what, given }: ConditionOptions = {},
): readonly Diagnostic[] {
  // Rows around the expression are in slots that it does not count from 0.
  if (expression.innermost > 0) return [];
  const diagnostics: Diagnostic[] = [];
  /** Parts that something was said of; what is in them follows from it. */
  const said = new Set<string>();
  let looked = 0;
  // Conditions in the body of a function are no part of this source; they count in what a call of it gives.
  const root = mapTree(expression.root, rewriteNode);
  const within: Context = { given: given === undefined ? [] : [given], locals: [] };
  if (what !== undefined && !isWritten(root)) {
    const found = verdictIn(root, within);
    if (found !== undefined) say(found, what, { start: 0, end: expression.source.length }, root);
  }
  checkParts(root, within);
  return diagnostics;

  /** Conditionals, AND and OR at any depth, each where what is around it holds. */
  function checkParts(root: Node, outer: Context): void {
    const waiting: { readonly node: Node; readonly context: Context }[] = [{ node: root, context: outer }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { node, context } = next;
      if (looked > MOST_PARTS) return;
      if (node.op === "conditional") {
        checkConditional(node, context);
        for (const [index, { condition, value }] of node.branches.entries()) {
          const before = node.branches.slice(0, index).map((branch) => notOf(branch.condition));
          waiting.push({ node: condition, context });
          waiting.push({
            node: value,
            context: { ...context, given: [...context.given, ...before.slice(0, MOST_GIVEN), condition] },
          });
        }
        const none = node.branches.slice(0, MOST_GIVEN).map(({ condition }) => notOf(condition));
        waiting.push({ node: node.otherwise, context: { ...context, given: [...context.given, ...none] } });
        continue;
      }
      if (node.op === "let") {
        waiting.push({ node: node.value, context });
        waiting.push({ node: node.body, context: { ...context, locals: [...context.locals, node] } });
        continue;
      }
      if (node.op === "and" || node.op === "or") checkLogic(node, context);
      for (const child of children(node)) waiting.push({ node: child, context });
    }
  }

  function checkConditional({ branches }: ConditionalNode, context: Context): void {
    const conditions = branches.map(({ condition }) => plain(condition, context));
    const list = conditions.map((condition) => ({ condition, outputs: new Map<string, Node>() }));
    looked += branches.length;
    const given = givenIn(context);
    const options = { hasOtherwise: true, ...(given === undefined ? {} : { given }) };
    for (const finding of findingsOf(list, "first", setting, options)) sayOfBranch(branches, finding);
    const [only] = branches;
    if (branches.length > 1 || only === undefined || context.given.length > 0) return;
    if (isWritten(only.condition) || verdictIn(only.condition, context) !== "always") return;
    say("always", "The condition", only.condition, only.condition);
  }

  function sayOfBranch(branches: ConditionalNode["branches"], finding: ConditionFinding): void {
    if (finding.kind !== "never" && finding.kind !== "unreachable") return;
    const condition = branches[finding.branch]?.condition;
    if (condition === undefined || isWritten(condition)) return;
    if (finding.kind === "never") {
      say("never", "The condition", condition, condition);
      return;
    }
    const { example } = finding;
    const details = {
      what: "The branch",
      earlier: "an earlier condition",
      example: example && JSON.stringify(example),
    };
    const { start, end } = condition;
    add(
      diagnoseDefinition("logic/unreachable", details, { start, end, ...(example && { example }) }),
      condition,
    );
  }

  function checkLogic(node: Extract<Node, { readonly op: "and" | "or" }>, context: Context): void {
    looked += 1;
    const found = verdictIn(node, { ...context, given: [] });
    if (found === (node.op === "and" ? "never" : "always")) say(found, "The condition", node, node);
  }

  function verdictIn(node: Node, context: Context): "never" | "always" | undefined {
    const found = verdictOf(plain(node, context), setting, givenIn(context));
    return found === "always" && mayFail(expression) ? undefined : found;
  }

  function givenIn(context: Context): Node | undefined {
    const parts = context.given.map((node) => plain(node, context));
    return parts.length === 0 ? undefined : conjunctionOf(parts);
  }

  /** A part with the locals around it. */
  function plain(node: Node, { locals }: Context): Node {
    const whole = locals.reduceRight<Node>((body, local) => ({ ...local, body, type: node.type }), node);
    return plainNode(inlineFunctions(whole));
  }

  /** Whether a condition is the word TRUE or FALSE in the source. */
  function isWritten({ op, start, end }: Node): boolean {
    return op === "constant" && /^\s*=?\s*(true|false)\s*$/i.test(expression.source.slice(start, end));
  }

  function say(
    verdict: "never" | "always",
    what: string,
    { start, end }: { start: number; end: number },
    node: Node,
  ): void {
    const code = verdict === "never" ? "logic/never-true" : "logic/always-true";
    add(diagnoseDefinition(code, { what }, { start, end }), node);
  }

  function add(diagnostic: Diagnostic, { start, end }: Node): void {
    const place = `${start}-${end}`;
    if (said.has(place)) return;
    said.add(place);
    diagnostics.push(diagnostic);
  }
}

/** What holds where a part is evaluated, and the values of the locals around it, the outermost first. */
interface Context {
  readonly given: readonly Node[];
  readonly locals: readonly LetNode[];
}

type LetNode = Extract<Node, { readonly op: "let" }>;
type ConditionalNode = Extract<Node, { readonly op: "conditional" }>;

/** Parts of one expression that are looked at: an expression may have thousands. */
const MOST_PARTS = 100;

/** Earlier conditions that are taken into account within a branch. */
const MOST_GIVEN = 8;

/** The conditions as one. */
export function conjunctionOf(conditions: readonly Node[]): Node {
  const [only] = conditions;
  if (conditions.length === 1 && only !== undefined) return only;
  return { op: "and", conditions, type: scalar("Yes/No"), start: 0, end: 0 };
}

/** TRUE where a condition is not. */
function notOf(condition: Node): Node {
  const isFalse: Node = { op: "constant", value: false, type: scalar("Yes/No"), start: 0, end: 0 };
  const { type, start, end } = condition;
  return {
    op: "conditional",
    branches: [{ condition, value: isFalse }],
    otherwise: { ...isFalse, value: true },
    type,
    start,
    end,
  };
}
