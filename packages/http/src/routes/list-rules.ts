import { type Engine, otherStepKinds } from "@tablewright/core";
import { closed, listSchema, oneOfValues, reference, says, TEXT, TEXTS } from "../openapi/json-schema.ts";
import { defineApplicationRoute } from "./define-application-route.ts";

/** Of expressions only the names of tables are shown. */
export const listRules = defineApplicationRoute({
  method: "GET",
  path: "rules",
  operation: "listRules",
  summary: "The workflow rules, and which tables they and the formulas of columns read and write.",
  right: "rules",
  isInstant: true,
  answers: "Rules",
  schemas: {
    Rules: says(
      closed({
        rules: says(listSchema(reference("WorkflowRule")), "In the definition's order, as are the formulas."),
        formulas: says(
          listSchema(closed({ table: TEXT, column: TEXT, reads: TEXTS })),
          "The columns that are computed or checked by rows of other tables.",
        ),
      }),
      "What reads and changes what in an application.",
    ),
    WorkflowRule: says(
      closed(
        {
          rule: TEXT,
          table: TEXT,
          on: says(
            listSchema(oneOfValues("add", "edit", "delete")),
            "Empty where a schedule says when it runs.",
          ),
          reads: TEXTS,
          steps: listSchema(reference("RuleStep")),
        },
        { slice: says(TEXT, "The slice of the table that it watches instead of all rows.") },
      ),
      "What changes run a workflow rule, which tables its condition reads, and what it does.",
    ),
    RuleStep: {
      anyOf: [
        closed({ kind: { const: "action" }, action: TEXT, reads: TEXTS, writes: TEXTS }),
        closed({ kind: oneOfValues(...otherStepKinds) }),
      ],
      description:
        "An action with the tables that it reads and those whose rows it changes, or a message to another program or a person.",
    },
  },
  async answer({ application: { engine } }) {
    return { output: { rules: rulesOf(engine.app), formulas: formulasOf(engine.app) }, diagnostics: [] };
  },
});

type App = Engine["app"];
type Rule = App["rules"] extends ReadonlyMap<string, infer R> ? R : never;

/** A workflow rule as keys that see the outbox may know it: what changes run it, which tables it reads, and what it does. */
interface WrittenRule {
  readonly rule: string;
  readonly table: string;
  /** The slice of the table that it watches instead of all rows. */
  readonly slice?: string;
  /** `add`, `edit` and `delete`; empty where a schedule says when it runs. */
  readonly on: readonly string[];
  /** The tables that its condition reads besides its row. */
  readonly reads: readonly string[];
  readonly steps: readonly WrittenStep[];
}

type WrittenStep =
  | ({ readonly kind: "action"; readonly action: string } & ActionTables)
  | { readonly kind: (typeof otherStepKinds)[number] };

/** The rules of an application, in the definition's order. */
function rulesOf(app: App): readonly WrittenRule[] {
  return [...app.rules.values()].map(({ name: rule, table, slice, on, condition, steps }) => ({
    rule,
    table: table.name,
    ...(slice === undefined ? {} : { slice: slice.name }),
    on: [...on],
    reads: tablesRead([condition]),
    steps: steps.map((step) => writeStep(app, step)),
  }));
}

function writeStep(app: App, step: Rule["steps"][number]): WrittenStep {
  if (step.kind !== "action") return { kind: step.kind };
  return { kind: "action", action: step.action, ...tablesOfAction(app, step.action) };
}

/** A column whose formula, initial value or validity rule reads other tables. */
interface ReadingColumn {
  readonly table: string;
  readonly column: string;
  readonly reads: readonly string[];
}

/**
 * The columns of an application that are computed or checked by rows of other tables, in the definition's order. Virtual
 * lists of Refs, as `Related Orders` is, are left out: they say no more than the Refs themselves.
 */
function formulasOf({ tables }: Engine["app"]): readonly ReadingColumn[] {
  return [...tables.values()].flatMap(({ name: table, columns }) =>
    columns
      .filter(({ isVirtual, type }) => !isVirtual || type.kind !== "List" || type.item.kind !== "Ref")
      .map(({ name: column, formula, initialValue, requiredIf, validIf }) => ({
        table,
        column,
        reads: tablesRead([formula, initialValue, requiredIf, validIf]),
      }))
      .filter(({ reads }) => reads.length > 0),
  );
}

/** The tables that an action reads, besides the row it is carried out on, and those whose rows it changes. */
interface ActionTables {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
}

/** Those of an action, and of the actions it runs; none leads back to itself. */
function tablesOfAction(app: Engine["app"], name: string): ActionTables {
  const action = app.actions.get(name);
  if (action === undefined) return { reads: [], writes: [] };
  const { table, condition, effect } = action;
  switch (effect.kind) {
    case "set":
    case "addRow": {
      const written = effect.kind === "set" ? table : effect.table;
      return {
        reads: tablesRead([condition, ...effect.set.map(({ value }) => value)]),
        writes: [written.name],
      };
    }
    case "deleteRow":
      return { reads: tablesRead([condition]), writes: [table.name] };
    case "run":
      return joined([
        { reads: tablesRead([condition]), writes: [] },
        ...effect.actions.map((one) => tablesOfAction(app, one)),
      ]);
    case "onRows":
      return joined([
        { reads: tablesRead([condition, effect.rows]), writes: [] },
        tablesOfAction(app, effect.action),
      ]);
  }
}

function joined(parts: readonly ActionTables[]): ActionTables {
  return {
    reads: [...new Set(parts.flatMap(({ reads }) => reads))],
    writes: [...new Set(parts.flatMap(({ writes }) => writes))],
  };
}

type Table = Engine["app"]["tables"] extends ReadonlyMap<string, infer T> ? T : never;
type Expression = Table["columns"][number]["formula"];

/** The names of the tables that expressions read besides their own row, each once. */
function tablesRead(expressions: readonly Expression[]): readonly string[] {
  return [...new Set(expressions.flatMap((one) => (one === undefined ? [] : [...one.references.tables])))];
}
