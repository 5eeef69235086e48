import { optionNames } from "../column-types/column-options.ts";
import type { ColumnDraft } from "../draft/drafts.ts";
import type { DefinitionReport } from "../text/definition-report.ts";
import type { ColumnShape } from "../text/definition-shape.ts";

type Member = keyof ColumnShape;

/** Reports members that mean nothing for the column's type, that are missing, or that exclude each other. */
export function checkMembers(report: DefinitionReport, column: ColumnDraft): void {
  const { path, shape, declared } = column;
  if (declared === undefined) return;
  const type = declared.name;
  const has = (member: Member) => shape[member] !== undefined && shape[member] !== false;
  const exclude = (first: Member, second: Member) => {
    if (has(first) && has(second))
      report.report([...path, second], "definition/exclusive", { first, second }, "name");
  };
  const needs = (option: Member) => {
    if (!report.source.has([...path, option]))
      report.report(path, "definition/missing-option", { option, type }, "name");
  };

  const meaningless = [
    ...optionNames.filter((name) => !declared.options.includes(name)),
    ...NOT_FOR[declared.filledBy],
  ];
  for (const option of meaningless) {
    if (shape[option] !== undefined)
      report.report([...path, option], "definition/option", { option, type }, "name");
  }
  const takesRefs = type === "Ref" || shape.itemType === "Ref";
  if (takesRefs && declared.options.includes("table")) needs("table");
  if (has("table") && !takesRefs && declared.options.includes("table"))
    report.report([...path, "table"], "definition/option", { option: "table", type }, "name");
  const isOpen = takesRefs || has("allowOtherValues") || has("validIf");
  if (declared.options.includes("values") && !isOpen) needs("values");
  if (type === "List") needs("formula");
  else if (has("virtual") && !has("formula") && type !== "MultiColumnKey")
    report.report(path, "definition/no-formula", { column: column.name }, "name");
  if (declared.filledBy !== "caller") return;
  exclude("formula", "initialValue");
  for (const member of ["formula", "initialValue"] as const) exclude("autoNumber", member);
  if (column.isVirtual) for (const member of ONLY_STORED) exclude("virtual", member);
  else for (const member of ONLY_WRITTEN) exclude("readOnly", member);
}

/** Members about values that come from outside: a virtual column has none. */
const ONLY_STORED: readonly Member[] = [
  "autoNumber",
  "required",
  "requiredIf",
  "validIf",
  "invalidMessage",
  "resetIf",
  "source",
  "was",
  "readOnly",
  "instant",
  "digits",
];

/** Members about values that the application makes or takes: none of those comes from the database alone. */
const ONLY_WRITTEN: readonly Member[] = [
  "autoNumber",
  "formula",
  "initialValue",
  "required",
  "requiredIf",
  "validIf",
  "invalidMessage",
  "resetIf",
];

/** Members beside the options that mean nothing where values do not come from callers. */
const NOT_FOR = {
  caller: [],
  formula: [
    "initialValue",
    "required",
    "requiredIf",
    "validIf",
    "invalidMessage",
    "resetIf",
    "source",
    "was",
    "readOnly",
  ],
  application: [
    "initialValue",
    "formula",
    "virtual",
    "required",
    "requiredIf",
    "validIf",
    "resetIf",
    "readOnly",
  ],
  none: [],
} as const satisfies Record<string, readonly Member[]>;
