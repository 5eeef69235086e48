import { describe, expect, test } from "vitest";
import { compile } from "../../index.ts";
import type { Scope } from "../../parts.ts";

/** What the shared cases and the examples leave open about places: blanks, bounds and texts. */
const scope: Scope = { columns: { Where: "LatLong", Spot: "XY", Text: "Text", Address: "Address" } };

function evaluate(source: string, row = {}): unknown {
  return compile(source, scope).evaluate({ row });
}

test.each([
  "LAT([Where])",
  "LONG([Where])",
  "GETX([Spot])",
  "GETY([Spot])",
  "DISTANCE([Where], HERE())",
  "DISTANCE(HERE(), [Where])",
  'LATLONG("", 1)',
  'XY(1, "")',
])("%s of a blank is blank", (source) => {
  expect(evaluate(source)).toBe(null);
});

describe("bounds", () => {
  test.each([
    ["LATLONG(90, 180)", "90.000000, 180.000000"],
    ["LATLONG(-90, -180)", "-90.000000, -180.000000"],
    ["LATLONG(90.0000001, 0)", null],
    ["LATLONG(0, 180.0000001)", null],
    ["LATLONG(-0.00000001, 0.0000005)", "0.000000, 0.000001"],
    ["XY(0, 100)", "0.00, 100.00"],
    ["XY(-0.01, 0)", null],
    ["XY(0, 100.01)", null],
    ["XY(33.335, 0)", "33.34, 0.00"],
  ])("%s is %s", (source, answer) => {
    expect(evaluate(source)).toBe(answer);
  });
});

test.each([
  ["LAT([Text])", { Text: "51.5, -0.1" }, 51.5],
  ["LAT([Text])", { Text: "somewhere" }, null],
  ["DISTANCE([Address], HERE())", { Address: "12 High Street" }, null],
  ["GETY([Text])", { Text: "10, 20.5" }, 20.5],
  ["LAT([Where]) + LONG([Where]) = 0.3", { Where: "0.1, 0.2" }, true],
  ["DISTANCE([Where], [Where]) = 0", { Where: "90, 0" }, true],
  ["ROUND(DISTANCE(LATLONG(90, 0), LATLONG(-90, 0)))", {}, 20015],
])("%s with %o is %s", (source, row, answer) => {
  expect(evaluate(source, row)).toBe(answer);
});

test.each([
  ["LAT([Spot])", 'LAT wants a LatLong for its argument "place", not XY.'],
  ["GETX([Where])", 'GETX wants an XY for its argument "point", not LatLong.'],
  ['LAT("somewhere")', 'LAT wants a LatLong for its argument "place", not the text "somewhere".'],
])("%s is refused", (source, message) => {
  expect(compile(source, scope).diagnostics[0]?.message).toBe(message);
});
