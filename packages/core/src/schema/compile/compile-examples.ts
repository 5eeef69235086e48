import { check, type ExpressionScope } from "../../expression/parts.ts";
import type { DefinitionReport } from "../../yaml/definition-report.ts";
import type { FunctionExample } from "../app/app-definition.ts";
import type { DefinitionShape } from "../text/definition-shape.ts";

type Functions = NonNullable<DefinitionShape["functions"]>;

/** The examples of functions; one that is no expression is reported where it is written. */
export function compileExamples(
  report: DefinitionReport,
  scope: ExpressionScope,
  functions: Functions,
): readonly FunctionExample[] {
  return report.source.names(["functions"], functions).flatMap((name) => {
    const { examples = {} } = functions[name] ?? {};
    const path = ["functions", name, "examples"];
    return report.source.names(path, examples).flatMap((source) => {
      const { output, diagnostics } = check(source, scope);
      const location = report.source.location([...path, source], "name");
      for (const diagnostic of diagnostics) report.add({ ...diagnostic, ...location });
      return output === undefined
        ? []
        : [{ source, expression: output, answer: examples[source] ?? null, location }];
    });
  });
}
