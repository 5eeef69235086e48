import { expect, test } from "vitest";
import { editorScope } from "../../../conformance/editor/editor-cases.ts";
import { symbols } from "../entrances/editor.ts";

/** Each name as `words in the source=what it means`. */
function meantIn(source: string): readonly string[] {
  return symbols(source, editorScope).map(({ kind, name, table, form, start, end }) => {
    const meant = kind === "column" ? `${table}[${name}]` : `${kind} ${name}`;
    return `${source.slice(start, end)}=${meant} in ${form}`;
  });
}

test.each<[string, string[]]>([
  ["[Price]", ["Price=Orders[Price] in brackets"]],
  ["[ pRICE ]", ["pRICE=Orders[Price] in brackets"]],
  ["[Customer].[Name]", ["Customer=Orders[Customer] in brackets", "Name=Customers[Name] in brackets"]],
  ["open orders[price]", ["open orders=slice Open Orders in words", "price=Orders[Price] in brackets"]],
  [
    'FILTER("Customers", [ID] = [_THISROW].[Customer])',
    [
      "Customers=table Customers in quotes",
      "ID=Customers[ID] in brackets",
      "Customer=Orders[Customer] in brackets",
    ],
  ],
  [
    'LOOKUP([_THISROW].[Status], Customers, ID, "Name")',
    [
      "Status=Orders[Status] in brackets",
      "Customers=table Customers in words",
      "ID=Customers[ID] in words",
      "Name=Customers[Name] in quotes",
    ],
  ],
  [
    'SELECT(Customers[ID], COUNT(FILTER("Orders", [Customer] = [_THISROW-1].[ID])) > 1)',
    [
      "Customers=table Customers in words",
      "ID=Customers[ID] in brackets",
      "Orders=table Orders in quotes",
      "Customer=Orders[Customer] in brackets",
      "ID=Customers[ID] in brackets",
    ],
  ],
  ['"Price" & [Status]', ["Status=Orders[Status] in brackets"]],
  ["[_THIS] & [_THISROW] & [_RowNumber] & [_PARAM].[Price]", []],
  ["[Nothing] + [Price", ["Price=Orders[Price] in brackets"]],
  [
    "LEFT([Status], [Price] AND ; [Quantity]",
    ["Status", "Price", "Quantity"].map((n) => `${n}=Orders[${n}] in brackets`),
  ],
])("%s", (source, names) => {
  expect(meantIn(source)).toEqual(names);
});
