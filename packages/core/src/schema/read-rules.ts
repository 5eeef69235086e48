import type { RuleDefinition, RuleStep } from "./app-definition.ts";
import { checkNames } from "./check-names.ts";
import { checkOneOf } from "./check-one-of.ts";
import type { DefinitionReport } from "./definition-report.ts";
import type { DefinitionShape } from "./definition-shape.ts";
import type { Path } from "./definition-source.ts";

type RuleShape = NonNullable<DefinitionShape["rules"]>[string];
type StepShape = RuleShape["steps"][number];

/** The workflow rules in order. Their names and that each step does one thing are checked; their expressions are kept. */
export function readRules(
  report: DefinitionReport,
  { rules = {} }: DefinitionShape,
): ReadonlyMap<string, RuleDefinition> {
  const names = report.source.names(["rules"]).filter((name) => Object.hasOwn(rules, name));
  checkNames(report, "rule", names, (name) => ["rules", name]);
  return new Map(names.map((name) => [name, readRule(report, name, rules[name] as RuleShape)]));
}

function readRule(report: DefinitionReport, name: string, shape: RuleShape): RuleDefinition {
  const steps = shape.steps.flatMap(
    (step, index) => readStep(report, ["rules", name, "steps", index], step) ?? [],
  );
  const condition = shape.condition === undefined ? undefined : String(shape.condition);
  return { name, table: shape.table, on: new Set(shape.on), condition, steps };
}

function readStep(
  report: DefinitionReport,
  path: Path,
  { action, webhook }: StepShape,
): RuleStep | undefined {
  checkOneOf(report, path, ["action", "webhook"]);
  if (action !== undefined) return { kind: "action", action };
  if (webhook === undefined) return undefined;
  const { url, method = "POST", headers = {}, body, secret } = webhook;
  return {
    kind: "webhook",
    webhook: { url, method, headers: new Map(Object.entries(headers)), body, secret },
  };
}
