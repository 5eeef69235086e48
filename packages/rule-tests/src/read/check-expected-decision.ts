import { catalogue, type Path } from "@tablewright/core";
import type { DefinitionReport } from "@tablewright/core/definition";
import { checkTextValue, expectedItems } from "./check-expected.ts";
import type { ExpectedDecision } from "./rule-test-shape.ts";

/** What tests can name of rules, or of a decision of an application. */
interface DecidedNames {
  readonly names: {
    readonly facts: readonly string[];
    readonly decisions: readonly string[];
    readonly outputs: readonly string[];
  };
  readonly rows: readonly { readonly rule?: string }[];
}

/** Reports facts that there are not. */
export function checkFacts(
  report: DefinitionReport,
  path: Path,
  given: Readonly<Record<string, unknown>> | undefined,
  { names }: DecidedNames,
): void {
  for (const name of Object.keys(given ?? {}))
    if (!names.facts.includes(name))
      report.report(
        [...path, name],
        "definition/unknown-member",
        { name, members: [...names.facts] },
        "name",
      );
}

/** A misspelt name would make what is expected not to fire hold for ever. */
export function checkExpectedDecision(
  report: DefinitionReport,
  path: Path,
  expected: ExpectedDecision,
  { names: { decisions, outputs }, rows }: DecidedNames,
): void {
  for (const name of Object.keys(expected.outputs ?? {}))
    if (!outputs.includes(name))
      report.report(
        [...path, "outputs", name],
        "definition/unknown-member",
        { name, members: [...outputs] },
        "name",
      );
  const names = rows.flatMap(({ rule }) => rule ?? []);
  for (const [where, fired] of expectedItems([...path, "fired"], expected.fired)) {
    if (typeof fired === "string") {
      checkTextValue(report, where, fired, names, "the name of a rule");
      continue;
    }
    const { decision, rule } = fired;
    if (decision !== undefined)
      checkTextValue(report, [...where, "decision"], decision, decisions, "the name of a decision");
    if (rule !== undefined) checkTextValue(report, [...where, "rule"], rule, names, "the name of a rule");
  }
  const codes = Object.keys(catalogue);
  for (const [where, { code }] of expectedItems([...path, "errors"], expected.errors))
    if (code !== undefined)
      checkTextValue(report, [...where, "code"], code, codes, "a code of docs/errors.md");
}
