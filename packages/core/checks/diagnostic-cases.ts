import type { DiagnosticCode } from "../src/diagnostics/index.ts";
import type { Scope } from "../src/expression/parts.ts";

/** The names that the sources below speak of. */
export const DIAGNOSTIC_SCOPE: Scope = {
  table: "Orders",
  tables: {
    Orders: {
      key: "Order",
      columns: {
        ...{
          Order: "Text",
          Price: "Price",
          Count: "Number",
          Placed: "Date",
          Status: "Text",
          Today: "Date",
          Discount: "Percent",
          Payload: "Json",
        },
        ...{ total: "Number", TOTAL: "Number", Customer: { type: "Ref", table: "Customers" } },
        ...{ Booked: { type: "Ref", table: "Days" } },
      },
    },
    Customers: { key: "ID", columns: { ID: "Text", Name: "Text" } },
    Days: { key: ["Room", "Day"], columns: { Room: "Text", Day: "Date" } },
    Notes: { key: [], columns: { Text: "Text" } },
  },
};

/** Sources, each of which is refused with only this code, or taken with it as a warning. `Notes` has no key. */
export const DIAGNOSTIC_CASES: readonly (readonly [code: DiagnosticCode, source: string, table?: string])[] =
  [
    ["syntax/function-name-as-text", 'MAXROW("Orders", Today)'],
    ["name/bare-column", "Price * 2"],
    ["name/ambiguous", "[Total] + 1"],
    ["name/without-brackets", "Customers.Name"],
    ["name/own-column", 'LOOKUP([Order], "Orders", "Order", "Price")'],
    ["name/hides-column", "LET(status, 2, status + 1)"],
    ["type/constant-sort-key", 'ORDERBY(Orders[Order], "Price")'],
    ["name/no-key", "[_THISROW]", "Notes"],
    ["name/no-such-scope", "[_THISROW-2].[Price]"],
    ["type/sign", "-[Status]"],
    ["type/not-a-key", '[Booked] = "Sea"'],
    ["type/json-item", "[Payload].[lines].[0] = 1"],
    ["type/date-order", '[Placed] > "01.02.2024"'],
    ["type/whole-percent", "[Discount] = 20"],
    ["type/number-in-text", 'DECIMAL([Price] & "")'],
    ["type/mixed", "IF([Count] > 1, [Count], [Placed])"],
    ["type/not-a-ref", "[Price].[Name]"],
    ["type/select-source", "SELECT([Price], TRUE)"],
    ["type/rows-expected", "ORDERBY([Price], [Price])"],
    ["type/mixed-list", "LIST([Count], [Placed])"],
    ["call/too-many-arguments", 'LEFT("harbour", 1, 2)'],
    ["call/unpaired-arguments", "IFS(TRUE, 1, FALSE)"],
    ["call/list-condition", "COUNTIF(Orders[Status], [Status])"],
    ["call/list-condition", 'COUNTIF(Orders[Status], "O?en")'],
    ["type/compare", 'COUNTIF(Orders[Status], ">10")'],
    ["call/values-beside", 'SUMIF(Orders[Status], "Open", Customers[ID])'],
    ["limit/number", "1234567890123456789"],
  ];
