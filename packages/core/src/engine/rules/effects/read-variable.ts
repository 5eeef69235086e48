import type { RuleDefinition, TemplateVariable } from "../../../schema/index.ts";
import { type JsonValue, SECONDS_PER_DAY, writeIsoDate, writeIsoDateTime } from "../../../values/index.ts";
import type { Call } from "../../calls/call.ts";
import { causeOf, imageOf, type RowChange } from "../../calls/row-change.ts";
import { keyOfRow, writeKey } from "../../keys/key-from.ts";

/** The value of a variable of templates; times are in the time zone of the call. */
export function readVariable(
  { app, request }: Call,
  rule: RuleDefinition,
  variable: TemplateVariable,
  change: RowChange,
): JsonValue {
  const { name, table, slice } = rule;
  switch (variable) {
    case "_APPID":
      return app.id;
    case "_APPNAME":
      return app.name;
    case "_APPOWNER":
      return app.owner ?? null;
    case "_NOW":
      return writeIsoDateTime(request.now);
    case "_TODAY":
      return writeIsoDate(Math.floor(request.now / SECONDS_PER_DAY));
    case "_ROWKEY":
      return writeKey(table, keyOfRow(table, imageOf(change)));
    case "_RULENAME":
      return name;
    case "_TABLENAME":
      return (slice ?? table).name;
    case "_UPDATEMODE":
      return causeOf(rule, change);
    case "_USEREMAIL":
      return request.user.email;
  }
}
