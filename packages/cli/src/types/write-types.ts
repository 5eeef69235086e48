import {
  type AppDefinition,
  componentNames,
  type DecisionSchema,
  describeApp,
  type ParameterSchema,
} from "@tablewright/core";
import { answeredField, inBrackets, sentField } from "./cell-type.ts";
import { tableMember, tableTypes } from "./table-types.ts";
import { docOf, memberName, quoted } from "./type-text.ts";

/**
 * A TypeScript module with the types of an application on the wire `typed`: for each table and slice its rows, what Add, Edit
 * and Delete take and what names a row; and `Application`, which `createClient` of `@tablewright/client` takes.
 */
export function writeTypes(definition: AppDefinition): string {
  const { id, name, tables, slices, decisions } = describeApp(definition);
  const all = [...tables, ...slices];
  const words = componentNames(all.map((table) => table.name));
  const wordOf = (table: string) => words.get(table) ?? "";
  const hasNumbers = (table: string) => definition.tables.get(table)?.source === undefined;
  return [
    docOf(
      `Types of the application "${name}", written by "tablewright types". Change the definition and write them again.`,
      "",
    ),
    ...all.map((table) => tableTypes(table, wordOf(table.name), hasNumbers(table.sliceOf ?? table.name))),
    [
      docOf(`The application "${name}": what a client has to know of it.`, ""),
      "export interface Application {",
      `  id: ${quoted(id)};`,
      "  tables: {",
      ...all.map((table) => tableMember(table, wordOf(table.name))),
      "  };",
      ...(decisions.length === 0 ? [] : ["  decisions: {", ...decisions.map(decisionMember), "  };"]),
      "}",
    ].join("\n"),
  ]
    .join("\n\n")
    .concat("\n");
}

/** What `Application` says of a decision: the facts that it takes, and its outputs. */
function decisionMember({ name, description, parameters, outputs }: DecisionSchema): string {
  return [
    ...(description === undefined ? [] : [docOf(description, "    ")]),
    `    ${memberName(name)}: {`,
    "      facts: {",
    ...parameters.map(
      (one) => `        ${memberName(one.name)}${one.required ? "" : "?"}: ${factType(one)};`,
    ),
    "      };",
    "      outputs: {",
    ...outputs.map((one) => `        ${memberName(one.name)}: ${answeredField(one)};`),
    "      };",
    "    };",
  ].join("\n");
}

/** A parameter with a set of values takes these only. */
function factType(parameter: ParameterSchema): string {
  const { values, json, required } = parameter;
  const type =
    values === undefined
      ? sentField(parameter)
      : values.map((value) => (typeof value === "string" ? quoted(value) : String(value))).join(" | ");
  const whole = values !== undefined && json === "array" ? `readonly ${inBrackets(type)}[]` : type;
  return required ? whole.replace(/ \| null$/, "") : whole.endsWith("| null") ? whole : `${whole} | null`;
}
