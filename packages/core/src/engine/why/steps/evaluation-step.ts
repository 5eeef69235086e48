import type { EvaluationEvent } from "../call-event.ts";
import type { TraceStep } from "../call-trace.ts";
import type { ColumnMember, Role } from "../role-of.ts";

/** What an evaluation of an expression of the definition decided. */
export function evaluationStep({ role, table, position, key, isMet, trace }: EvaluationEvent): TraceStep {
  return {
    ...wordsOf(role, isMet === true),
    table: table.name,
    ...(position === undefined ? {} : { row: position }),
    ...(key === "" ? {} : { key }),
    ...(isMet === undefined ? {} : { isMet }),
    trace,
  };
}

function wordsOf(role: Role, isMet: boolean): Pick<TraceStep, "about" | "text" | "column" | "name"> {
  switch (role.of) {
    case "column": {
      const { name } = role.column;
      return { about: role.member, text: MEMBERS[role.member](name, isMet), column: name };
    }
    case "action": {
      const { name } = role.action;
      if (role.member === "rows") return { about: "action", text: `the rows that "${name}" acts on`, name };
      const outcome = isMet ? "is TRUE" : "is not TRUE: the row is skipped";
      return { about: "action", text: `the condition of the action "${name}" ${outcome}`, name };
    }
    case "assignment": {
      const { action, column } = role;
      const text = `"${column.name}" as the action "${action.name}" sets it`;
      return { about: "assignment", text, column: column.name, name: action.name };
    }
    case "slice": {
      const { name } = role.slice;
      return { about: "sliceFilter", text: `the filter of "${name}" is ${isMet ? "" : "not "}TRUE`, name };
    }
    case "rule":
      return {
        about: "condition",
        text: `the condition is ${isMet ? "" : "not "}TRUE`,
        name: role.rule.name,
      };
  }
}

const MEMBERS: Readonly<Record<ColumnMember, (column: string, isMet: boolean) => string>> = {
  initialValue: (column) => `the initial value of "${column}"`,
  formula: (column) => `the formula of "${column}"`,
  requiredIf: (column, isMet) =>
    `Required_If of "${column}" ${isMet ? "is TRUE: it must not be" : "is not TRUE: it may be"} blank`,
  validIf: (column, isMet) => `Valid_If of "${column}" ${isMet ? "takes the value" : "refuses the value"}`,
};
