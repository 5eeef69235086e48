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
  const checker = new ConditionChecker(expression, setting);
  // Conditions in the body of a function are no part of this source; they count in what a call of it gives.
  const root = mapTree(expression.root, rewriteNode);
  const within: Context = { given: given === undefined ? [] : [given], locals: [] };
  if (what !== undefined) checker.checkWhole(root, what, within);
  checker.checkParts(root, within);
  return checker.diagnostics;
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

class ConditionChecker {
  readonly diagnostics: Diagnostic[] = [];
  readonly #expression: CheckedExpression;
  readonly #setting: AnalysisSetting;
  /** Parts that something was said of; what is in them follows from it. */
  readonly #told = new Set<string>();
  #looked = 0;

  constructor(expression: CheckedExpression, setting: AnalysisSetting) {
    this.#expression = expression;
    this.#setting = setting;
  }

  checkWhole(root: Node, what: string, context: Context): void {
    if (this.#isWritten(root)) return;
    const verdict = this.#verdictOf(root, context);
    if (verdict !== undefined)
      this.#tell(verdict, what, { start: 0, end: this.#expression.source.length }, root);
  }

  /** Conditionals, AND and OR at any depth, each where what is around it holds. */
  checkParts(root: Node, outer: Context): void {
    const waiting: { readonly node: Node; readonly context: Context }[] = [{ node: root, context: outer }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { node, context } = next;
      if (this.#looked > MOST_PARTS) return;
      if (node.op === "conditional") {
        this.#checkConditional(node, context);
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
      if (node.op === "and" || node.op === "or") this.#checkLogic(node, context);
      for (const child of children(node)) waiting.push({ node: child, context });
    }
  }

  #checkConditional({ branches }: ConditionalNode, context: Context): void {
    const conditions = branches.map(({ condition }) => this.#plain(condition, context));
    const list = conditions.map((condition) => ({ condition, outputs: new Map<string, Node>() }));
    this.#looked += branches.length;
    const given = this.#givenIn(context);
    const options = { hasOtherwise: true, ...(given === undefined ? {} : { given }) };
    for (const finding of findingsOf(list, "first", this.#setting, options))
      this.#tellBranch(branches, finding);
    const [only] = branches;
    if (branches.length > 1 || only === undefined || context.given.length > 0) return;
    if (this.#isWritten(only.condition) || this.#verdictOf(only.condition, context) !== "always") return;
    this.#tell("always", "The condition", only.condition, only.condition);
  }

  #tellBranch(branches: ConditionalNode["branches"], finding: ConditionFinding): void {
    if (finding.kind !== "never" && finding.kind !== "unreachable") return;
    const condition = branches[finding.branch]?.condition;
    if (condition === undefined || this.#isWritten(condition)) return;
    if (finding.kind === "never") {
      this.#tell("never", "The condition", condition, condition);
      return;
    }
    const { example } = finding;
    const details = {
      what: "The branch",
      earlier: "an earlier condition",
      example: example && JSON.stringify(example),
    };
    const { start, end } = condition;
    this.#add(
      diagnoseDefinition("logic/unreachable", details, { start, end, ...(example && { example }) }),
      condition,
    );
  }

  #checkLogic(node: Extract<Node, { readonly op: "and" | "or" }>, context: Context): void {
    this.#looked += 1;
    const verdict = this.#verdictOf(node, { ...context, given: [] });
    if (verdict === (node.op === "and" ? "never" : "always"))
      this.#tell(verdict, "The condition", node, node);
  }

  #verdictOf(node: Node, context: Context): "never" | "always" | undefined {
    const verdict = verdictOf(this.#plain(node, context), this.#setting, this.#givenIn(context));
    return verdict === "always" && mayFail(this.#expression) ? undefined : verdict;
  }

  #givenIn(context: Context): Node | undefined {
    const parts = context.given.map((node) => this.#plain(node, context));
    return parts.length === 0 ? undefined : conjunctionOf(parts);
  }

  /** A part with the locals around it. */
  #plain(node: Node, { locals }: Context): Node {
    const whole = locals.reduceRight<Node>((body, local) => ({ ...local, body, type: node.type }), node);
    return plainNode(inlineFunctions(whole));
  }

  /** Whether a condition is the word TRUE or FALSE in the source. */
  #isWritten({ op, start, end }: Node): boolean {
    return op === "constant" && /^\s*=?\s*(true|false)\s*$/i.test(this.#expression.source.slice(start, end));
  }

  #tell(
    verdict: "never" | "always",
    what: string,
    { start, end }: { start: number; end: number },
    node: Node,
  ): void {
    const code = verdict === "never" ? "logic/never-true" : "logic/always-true";
    this.#add(diagnoseDefinition(code, { what }, { start, end }), node);
  }

  #add(diagnostic: Diagnostic, { start, end }: Node): void {
    const place = `${start}-${end}`;
    if (this.#told.has(place)) return;
    this.#told.add(place);
    this.diagnostics.push(diagnostic);
  }
}

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
