import { describe, expect, test } from "vitest";
import { type ColumnScope, compile, type EvaluationContext, type Scope } from "../../src/expression/index.ts";
import { compileByReference } from "../evaluate-by-reference.ts";
import { entriesOf, hasDecisionCases, type Json, sameJson } from "./decision-cases.ts";

/** A question about nested facts, in words; each case has other facts. */
interface NestedEntry {
  readonly id: string;
  readonly question: string;
  readonly cases: readonly { readonly id: string; readonly data: Fact; readonly expect: { result: Json } }[];
}

type Fact = Readonly<Record<string, Json>>;

/** Each question as an expression. Facts that have no type of their own in the cases are typed by all cases of the question. */
const questions: Readonly<Record<string, string>> = {
  "nest-44": "SELECT([Employees][name], [dept] = 20)",
  "nest-47": "SORT([list], TRUE)",
  "nest-48": "ORDERBY([rows], [col2])[col4]",
  "nest-49": "COUNT(FILTER([prices], NOT([price] > 10))) = 0",
  "nest-50": "COUNT(FILTER([prices], [price] > 10)) > 0",
  "nest-51": "COUNT(FILTER([numbers], MOD([_ITEM], 2) <> 0)) = 0",
  "nest-52": "COUNT(FILTER([numbers], MOD([_ITEM], 2) = 0)) > 0",
  "nest-53": "FILTER([numbers], [_ITEM] >= [_THISROW].[limit])",
  "nest-54": "MAP([numbers], [_ITEM] * 2)",
  "nest-55": "COUNT(FILTER([numbers], [_ITEM] >= [_THISROW].[limit])) > 0",
  "nest-56": "COUNT(FILTER([numbers], [_ITEM] <= [_THISROW].[limit])) = 0",
  "nest-57": "LIST(COUNT([numbers]), MIN([numbers]), SUM([numbers]))",
  "nest-58": "IN([word], [list])",
  "nest-59": "[users][id]",
  "nest-62": 'MAP([items], [firstName] & " " & [lastName])',
  "nest-63": 'IN("edit", [user].[permissions])',
  "nest-64": "COUNT(FILTER([items], NOT([price] > 10))) = 0",
  "nest-65": "AVERAGE([items][price])",
  "nest-66": "MAX(MAP([items], [qty] * [price]))",
  "nest-67": "IN(TRUE, [items][active])",
  "nest-68": "COUNT(FILTER([items], [value] < 0)) = 0",
  "nest-69": "COUNT(FILTER([items], [value] > 1))",
  "nest-71": "FLATTEN([groups][items])",
  "nest-72": "SELECT([orders][id], COUNT(FILTER([items], [qty] > 2)) > 0)",
  "nest-73": "INDEX([user].[contacts], 1).[phone]",
  "nest-74": 'IF(ISBLANK([user].[address].[city]), "Unknown", [user].[address].[city])',
  "nest-75": "FILTER([numbers], [_ITEM] >= 10)",
  "nest-76": "SUM([customer].[companies][revenue])",
  "nest-77": "MAP([customer].[companies], [revenue] / 10)",
  "nest-79":
    'ANY(SELECT([accounts][balance], [kind] = "customer")) >= ANY(SELECT([products][price], [id] = "voucher"))',
  "wish-01": "COUNT(FILTER([pupil].[subjects], NOT([mark] >= 48))) = 0",
  "wish-02": 'COUNT(FILTER([pupil].[subjects], AND([name] = "maths", [mark] >= 48))) > 0',
  "wish-05": "COUNT(FILTER([accounts], [amount] > 0)) > 0",
  "wish-06": "SUM([accounts][amount])",
  "wish-11": "FILTER([readings], [_ITEM] > 30)",
  "wish-13": "[phones][kind]",
  "wish-14": "COUNT(FILTER([phones], IN([kind], [_THISROW].[wanted]))) > 0",
  "wish-16": 'COUNT(FILTER([items], [offer].[name] = "small kit")) > 0',
  "wish-18": "COUNT(FILTER([payments], NOT(AND([_ITEM] > 100, [_ITEM] < 500)))) = 0",
  "wish-19": "ANY(SELECT([payments][subject], [amount] >= 1000))",
  "wish-21": "COUNT(FILTER([groups], AND(ISBLANK([number]), IN(1, [members][level])))) > 0",
  "wish-22":
    'SUM(SELECT([actions][value], AND([kind] = "A", [day] >= "2024-03-02", [day] <= "2024-03-04"))) > 10',
  "wish-24": "COUNT(FILTER([data], COUNT(FILTER([package].[items], [value] <> 6)) > 0)) = 0",
  "wish-26": "SUM(SELECT([stops][minutes], [kind] = 1))",
  "wish-27": 'AND([degrees] < 110, IN("apple", [pies][filling]))',
  "wish-30": "SUM(SELECT([customer].[orders][price], NOT([cancelled])))",
  "wish-31": "COUNT(FILTER([quarter].[restaurants], [score] = 5))",
  "wish-33": "SUM(MAP([box].[products], [width] * [depth] * [height]))",
  "wish-34": "[course].[seats] - COUNT([course].[pupils])",
  "wish-35": "SUM(SELECT([article].[moves][pieces], [fulfilled]))",
  "wish-37": "AVERAGE(MAP(FILTER([purchases], [item] = [_THISROW].[item]), [price] / [pieces])) * [count]",
  "wish-38": "[transaction].[net] * [transaction].[counterparty].[taxRule].[rate]",
  "wish-39": "MAX([data][B])",
  "wish-40": 'MAXROW([copies], "start").[id]',
  "wish-41": 'SELECT([copies][id], COUNT(FILTER([tags], AND([key] = "tier", [value] = "search"))) > 0)',
  "wish-42": "LET(highest, MAX([instalments][rate]), SELECT([instalments][number], [rate] = highest))",
  "wish-43": "SUM(MAP([cases], COUNT(FILTER([lives], [age] > 60))))",
};

const entries = entriesOf<NestedEntry>("nested.jsonl");

describe.runIf(hasDecisionCases)("questions about nested facts", () => {
  test("each has its expression", () => {
    expect(entries.map(({ id }) => id).filter((id) => questions[id] === undefined)).toEqual([]);
  });

  test.each(entries.map((entry) => [entry.id, entry] as const))("%s", (id, { question, cases }) => {
    const scope: Scope = { columns: fieldsOf(cases.map(({ data }) => data)) };
    const source = questions[id] ?? "";
    const compiled = compile(source, scope);
    expect([question, source, compiled.diagnostics]).toEqual([question, source, []]);
    for (const { data, expect: expected } of cases) {
      const context = { row: data } as EvaluationContext;
      const answer = compiled.evaluate(context);
      expect([question, data, answer, sameJson(answer, expected.result)]).toEqual([
        question,
        data,
        answer,
        true,
      ]);
      expect(compileByReference(source, scope)(context)).toEqual(answer);
    }
  });
});

/** The fields of facts that are of one shape: each has the type of its values, blank where there is none. */
function fieldsOf(facts: readonly Fact[]): Readonly<Record<string, ColumnScope>> {
  const names = new Set(facts.flatMap((fact) => Object.keys(fact)));
  return Object.fromEntries(
    [...names].map((name) => [name, typeOfAll(facts.map((fact) => fact[name] ?? null))]),
  );
}

function typeOfAll(values: readonly Json[]): ColumnScope {
  const given = values.filter((value) => value !== null);
  if (given.some((value) => Array.isArray(value)))
    return { type: "List", of: typeOfAll(given.flat() as Json[]) };
  if (given.some((value) => typeof value === "object"))
    return { type: "Object", fields: fieldsOf(given as readonly Fact[]) };
  if (given.length === 0) return { type: "Text" };
  if (given.every((value) => typeof value === "number")) return { type: "Decimal" };
  if (given.every((value) => typeof value === "boolean")) return { type: "Yes/No" };
  const texts = given.map(String);
  if (texts.every((text) => /^\d{4}-\d\d-\d\d$/.test(text))) return { type: "Date" };
  return { type: texts.every((text) => /^\d{4}-\d\d-\d\dT/.test(text)) ? "DateTime" : "Text" };
}
