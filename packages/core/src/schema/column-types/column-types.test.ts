import { expect, test } from "vitest";
import { diagnose } from "../../diagnostics/index.ts";
import { everyTable, typeName } from "../../expression/parts.ts";
import type { JsonValue } from "../../values/index.ts";
import { columnTypeNamed, columnTypes, noOptions } from "../index.ts";

const keyTypes = (table: string) => ({ kind: table === "Orders" ? ("Number" as const) : ("Text" as const) });
const typeOf = (name: string, table?: string, base?: string): string => {
  const type = columnTypeNamed(name) ?? expect.fail();
  const over = base === undefined ? type : type.over?.(columnTypeNamed(base) ?? expect.fail());
  return typeName(over?.expressionType({ ...noOptions, table }, keyTypes) ?? expect.fail(), everyTable);
};

test("there are all types of the reference, each once", () => {
  const names =
    "Text LongText Name Email Phone Url Address Number Decimal Percent Price Progress Date Time DateTime Duration " +
    "Yes/No Enum EnumList List Object Json Ref LatLong XY Image Thumbnail Drawing Signature File Video Color ChangeCounter " +
    "ChangeTimestamp ChangeLocation Show App MultiColumnKey";
  expect(columnTypes.map(({ name }) => name)).toEqual(names.split(" "));
});

test("keys are of these types", () => {
  const keys =
    "Text Name Email Phone Address Number Decimal Percent Price Date Time DateTime Duration Yes/No Enum Ref LatLong XY";
  expect(columnTypes.filter(({ mayBeKey }) => mayBeKey).map(({ name }) => name)).toEqual(keys.split(" "));
});

test("callers do not write these", () => {
  const unwritable = columnTypes.filter(({ isWritable }) => !isWritable).map(({ name }) => name);
  expect(unwritable).toEqual([
    "List",
    "ChangeCounter",
    "ChangeTimestamp",
    "ChangeLocation",
    "Show",
    "MultiColumnKey",
  ]);
});

test("each lies on one of the five kinds of storage", () => {
  const kinds = Map.groupBy(columnTypes, ({ storage }) => storage);
  const named = (kind: "integer" | "real" | "boolean" | "json") => kinds.get(kind)?.map(({ name }) => name);
  expect(named("integer")).toEqual(
    "Number Date Time DateTime Duration ChangeCounter ChangeTimestamp".split(" "),
  );
  expect(named("real")).toEqual(["Decimal", "Percent", "Price"]);
  expect(named("boolean")).toEqual(["Yes/No"]);
  expect(named("json")).toEqual(["EnumList", "List", "Object", "Json"]);
});

test.each(columnTypes.filter(({ name }) => !/^(Change|Enum|List|Ref|Show|Multi)/.test(name)))(
  "$name is $name in expressions",
  ({ name }) => {
    expect(typeOf(name)).toBe(name);
  },
);

test("system types, lists and Refs have the types of their values", () => {
  expect(typeOf("ChangeCounter")).toBe("Number");
  expect(typeOf("ChangeTimestamp")).toBe("DateTime");
  expect(typeOf("ChangeLocation")).toBe("LatLong");
  expect(typeOf("MultiColumnKey")).toBe("Text");
  expect(typeOf("Enum")).toBe("Enum");
  expect(typeOf("Enum", undefined, "Number")).toBe("Number");
  expect(typeOf("EnumList")).toBe("List of Text");
  expect(typeOf("EnumList", undefined, "Date")).toBe("List of Date");
  expect(typeOf("List", "Orders", "Ref")).toBe("List of Ref of Orders");
  expect(typeOf("Ref", "Orders")).toBe("Ref of Orders");
  expect(columnTypeNamed("Ref")?.expressionType({ ...noOptions, table: "Orders" }, keyTypes)).toEqual({
    kind: "Ref",
    table: "Orders",
    key: { kind: "Number" },
  });
});

test("every type has a summary and known options", () => {
  for (const { summary, name, options } of columnTypes) {
    expect(summary, name).toMatch(/^[A-Z].*\.$/);
    for (const option of options) expect(Object.keys(noOptions), name).toContain(option);
  }
});

test.each([
  ["itself", '"[object Object]" cannot be read as JSON at /a/0/self: it holds itself.'],
  ["a list", '"[object Array]" cannot be read as JSON at /a/0: it holds itself.'],
])("JSON that holds %s again is refused at its place", (what, message) => {
  const part: Record<string, unknown> = {};
  part.self = part;
  const list: unknown[] = [];
  list.push(list);
  const json = { a: what === "a list" ? list : [part] } as unknown as JsonValue;
  const read = columnTypeNamed("Json")?.read(json, { locale: "en-US", timeZone: "UTC", options: noOptions });
  expect(read).toMatchObject({ code: "cell/unreadable" });
  if (read !== undefined && "code" in read)
    expect(diagnose(read.code, read.details as never).message).toBe(message);
});
