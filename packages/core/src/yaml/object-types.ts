import {
  type DeclaredTypes,
  suggestType,
  type TypeProblem,
  TypeReader,
  type TypeSetting,
} from "../expression/context/declared-types.ts";
import { everyTable, typeName } from "../expression/parts.ts";
import { checkNames } from "./check-names.ts";
import type { DefinitionReport } from "./definition-report.ts";
import type { Path } from "./definition-source.ts";

/** Reads the object types of a definition, and what else it declares of them. Reports all that is wrong, whose type is then Unknown. */
export function readObjectTypes(
  report: DefinitionReport,
  types: DeclaredTypes = {},
  fieldRules?: TypeSetting["fieldRules"],
): TypeReader {
  const names = report.source.names(["types"], types);
  checkNames(report, "type", names, (name) => ["types", name]);
  return new TypeReader(types, {
    report: (problem, path) => reportProblem(report, problem, path),
    ...(fieldRules && { fieldRules }),
    fieldNames: (fields, path) => {
      const own = report.source.names(path, fields);
      checkNames(report, "field", own, (name) => [...path, name]);
      return own;
    },
  }).readAll(names);
}

/** An object type of a definition, with its fields and their types as they are called. */
export interface OwnType {
  readonly name: string;
  readonly fields: readonly { readonly name: string; readonly type: string }[];
}

/** The object types that were read, in the order in which others need them. */
export function writtenTypes({ named }: TypeReader): readonly OwnType[] {
  return [...named].flatMap(([name, type]) => {
    if (type.kind !== "Object") return [];
    const fields = type.shape.columns.map((field) => ({
      name: field.name,
      type: typeName(field.type, everyTable),
    }));
    return [{ name, fields }];
  });
}

function reportProblem(report: DefinitionReport, problem: TypeProblem, path: Path): void {
  switch (problem.kind) {
    case "unknown type": {
      const { name, known } = problem;
      report.report(path, "definition/unknown-type", { name, suggestion: suggestType(name, known) });
      break;
    }
    case "reserved name":
      report.report(path, "definition/reserved-name", { name: problem.name }, "name");
      break;
    case "no fields":
      report.report(path, "definition/missing-member", { name: "fields" }, "name");
      break;
    case "type within itself": {
      const expected = "a type that does not hold itself";
      report.report(path, "definition/wrong-value", { actual: JSON.stringify(problem.name), expected });
      break;
    }
    case "too deep": {
      const expected = `a type with at most ${problem.limit} levels`;
      report.report(path, "definition/wrong-value", { actual: "A type", expected });
    }
  }
}
