import { type Engine, type ExplainedFind, printExcerpt } from "@tablewright/core";
import { Command } from "commander";
import { functionsOption } from "../options.ts";
import { counted, type Terminal } from "../terminal.ts";
import { withApplication } from "../with-application.ts";
import { defineCommand } from "./define-command.ts";

interface ExplainOptions {
  readonly store: string;
  readonly runAs?: string;
  readonly functions?: string;
  readonly json?: true;
}

/** Explains how a Find would run. Reads no row and changes nothing in the store. */
export const explainCommand = defineCommand((terminal, exit) =>
  new Command("explain")
    .description(
      "Tell what of a Find the store does, by which statement and indexes, and what is left to the engine.",
    )
    .argument("<definition>", "a definition file, YAML or JSON")
    .argument("<table>", "a table or slice")
    .argument("[selector]", "such as 'FILTER(\"Orders\", [Total] > 100)'; all rows without one")
    .option("--store <address>", "where the rows live, such as sqlite:rows.sqlite", "memory:")
    .option("--run-as <email>", "who asks; by default the application's owner")
    .addOption(functionsOption())
    .option("--json", "print the explanation as JSON")
    .action(async (file: string, table: string, selector: string | undefined, options: ExplainOptions) => {
      exit(
        await withApplication(
          file,
          options.store,
          "rows",
          terminal,
          ({ engine }) => explainFind(engine, { table, selector, ...options }, terminal),
          options.functions,
        ),
      );
    }),
);

async function explainFind(
  engine: Engine,
  { table, selector, runAs, json }: ExplainOptions & { table: string; selector: string | undefined },
  terminal: Terminal,
): Promise<boolean> {
  const properties = {
    ...(selector === undefined ? {} : { Selector: selector }),
    ...(runAs === undefined ? {} : { RunAsUserEmail: runAs }),
  };
  const { output, diagnostics } = await engine.explain({ action: "Find", table, properties });
  for (const diagnostic of diagnostics) terminal.err(printExcerpt(selector ?? "", diagnostic));
  if (output === undefined) return false;
  terminal.out(json ? JSON.stringify(output, null, 2) : describeExplanation(output));
  return true;
}

/** How a Find would be carried out, a line for each thing that is done. */
function describeExplanation(explanation: ExplainedFind): string {
  const { table, slice, shape, reason, order, limit, store, estimatedRows, computed = [] } = explanation;
  const { isOrderPushed, isLimitPushed } = explanation;
  const lines = [
    `Find in "${slice ?? table}" ${SHAPES[shape]}${reason === undefined ? "" : `, because ${reason}`}`,
  ];
  for (const { text, pushed, reason } of explanation.conditions)
    lines.push(`condition: ${text} (${byWhom(pushed)}${reason === undefined ? "" : `, because ${reason}`})`);
  if (order.length > 0) {
    const keys = order.map(({ text, descending }) => (descending ? `${text} descending` : text));
    lines.push(`order: ${keys.join(", ")} (${byWhom(isOrderPushed)})`);
  }
  if (limit !== undefined) lines.push(`limit: ${counted(limit, "row")} (${byWhom(isLimitPushed)})`);
  for (const { column, pushed } of computed) lines.push(`virtual column: ${column} (${byWhom(pushed)})`);
  lines.push(`store: ${store.name}`);
  for (const missing of store.lacks ?? []) lines.push(`the database has ${missing}`);
  if (store.indexes !== undefined) lines.push(`indexes: ${store.indexes.join(", ")}`);
  if (estimatedRows !== undefined) lines.push(`looks at: about ${counted(estimatedRows, "row")}`);
  if (store.sql !== undefined) lines.push(`statement: ${store.sql}`);
  if (store.values !== undefined && store.values.length > 0)
    lines.push(`values: ${store.values.map((value) => JSON.stringify(value)).join(", ")}`);
  return lines.join("\n");
}

const SHAPES: Readonly<Record<ExplainedFind["shape"], string>> = {
  plan: "by conditions, order and limit",
  keys: "by keys",
  evaluated: "by the keys in the Selector's value",
};

function byWhom(isPushed: boolean): string {
  return isPushed ? "the store" : "the engine";
}
