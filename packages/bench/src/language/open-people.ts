import { check, type ExpressionScope, type TableRows } from "@tablewright/core/compiler";
import { defaultLimits } from "@tablewright/core/expression";
import { type CheckedExpression, Meter, type RequestContext } from "@tablewright/core/storage";
import { readScope } from "../../../core/conformance/read-context.ts";
import { peopleColumns } from "./people.ts";

/** The scope of expressions about a person, who is also in a table of that name. */
export const peopleScope: ExpressionScope = readScope({
  tables: { People: { key: "Id", columns: peopleColumns } },
  table: "People",
});

/** The checked form of a source that has no error. */
export function checked(source: string): CheckedExpression {
  const { output, diagnostics } = check(source, peopleScope);
  if (output === undefined) throw new Error(diagnostics.map(({ message }) => message).join(" "));
  return output;
}

/** A request that may run for as long as is measured. */
export function openRequest(people?: TableRows): RequestContext {
  const day = 19_797;
  return {
    now: day * 86_400,
    utcNow: day * 86_400,
    timeZone: "UTC",
    timeZoneName: "UTC",
    locale: "en-US",
    location: "0.000000, 0.000000",
    user: { email: null, name: null, role: null },
    settings: new Map(),
    parameters: new Map(),
    inputs: new Map(),
    random: () => 0,
    rowsOf: () => {
      if (people === undefined) throw new Error("These expressions name no table.");
      return people;
    },
    meter: new Meter({ ...defaultLimits, fuel: Number.MAX_SAFE_INTEGER }),
  };
}
