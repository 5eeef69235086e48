import type { DefinitionReport } from "../../yaml/definition-report.ts";
import { optionNames } from "../column-types/column-options.ts";
import { listType } from "../column-types/list.ts";
import type { ColumnDraft } from "../draft/drafts.ts";
import { type ColumnKind, columnMembers } from "../text/column-members.ts";
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

  const kind = kindOf(column);
  const others =
    kind === undefined ? [] : memberNames.filter((name) => !columnMembers[name].for.includes(kind));
  const isWritable = declared.filledBy === "caller";
  const meaningless = new Set<Member>([
    ...optionNames.filter((name) => !declared.options.includes(name)),
    ...(isWritable ? [] : others),
  ]);
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
  if (declared === listType) needs("formula");
  else if (has("virtual") && !has("formula") && type !== "MultiColumnKey")
    report.report(path, "definition/no-formula", { column: column.name }, "name");
  if (!isWritable) return;
  exclude("formula", "initialValue");
  for (const member of ["formula", "initialValue"] as const) exclude("autoNumber", member);
  if (kind === "virtual" || kind === "readOnly") for (const member of others) exclude(kind, member);
}

const memberNames = Object.keys(columnMembers) as readonly Member[];

/** Undefined for a column without values. */
function kindOf({ declared, isVirtual, shape }: ColumnDraft): ColumnKind | undefined {
  const filledBy = declared?.filledBy ?? "none";
  if (filledBy === "none") return undefined;
  if (filledBy !== "caller") return filledBy;
  if (isVirtual) return "virtual";
  return shape.readOnly === true ? "readOnly" : "written";
}
