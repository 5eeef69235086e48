import { expect, test } from "vitest";
import { unpackWorkbook, WorkbookTooLarge } from "./unpack-workbook.ts";

/** An archive of parts that says of each how large it is; unpacking one is noted. */
function archive(parts: Readonly<Record<string, string>>, sizes: Readonly<Record<string, number>> = {}) {
  const unpacked: string[] = [];
  const unzipSync: Parameters<typeof unpackWorkbook>[1]["unzipSync"] = (_, { filter }) => {
    const names = Object.keys(parts).filter((name) =>
      filter({ name, originalSize: sizes[name] ?? parts[name]?.length ?? 0 }),
    );
    unpacked.push(...names);
    return Object.fromEntries(names.map((name) => [name, new TextEncoder().encode(parts[name])]));
  };
  return {
    unpacked,
    unpack: (bytes = new Uint8Array(1)) => unpackWorkbook(bytes, { unzipSync, strFromU8, zipSync }),
  };
}

const strFromU8 = (bytes: Uint8Array) => new TextDecoder("latin1").decode(bytes);
const zipSync = () => new Uint8Array(1);

const MOST = 128 * 1_048_576;

test.each([
  [MOST - 1, true],
  [MOST, true],
  [MOST + 1, false],
])("parts of %i bytes together are unpacked: %s", (size, isUnpacked) => {
  const sizes = { "a.xml": 1_000, "b.xml.rels": size - 1_000, "picture.png": MOST };
  const { unpack, unpacked } = archive({ "a.xml": "", "b.xml.rels": "", "picture.png": "" }, sizes);
  if (isUnpacked) expect(unpack()).toBeInstanceOf(ArrayBuffer);
  else expect(unpack).toThrow(new WorkbookTooLarge("It unpacks to more than 128 MB"));
  expect(unpacked).toEqual(isUnpacked ? ["a.xml", "b.xml.rels"] : []);
});

test.each([MOST, MOST + 1])("a file of %i bytes", (size) => {
  const read = () => archive({}).unpack({ length: size } as Uint8Array<ArrayBuffer>);
  if (size > MOST) expect(read).toThrow("It has more than 128 MB; save the rows as CSV.");
  else expect(read()).toBeInstanceOf(ArrayBuffer);
});

test.each([
  ['<row r="1"><c r="A1"/></row><row r="10000000"><c r="A10000000"/></row>', true],
  ['<row r="1"><c r="A1"/></row><row r="10000001"><c r="A10000001"/></row>', false],
  ['<row r="1000000"><c r="J1000000"/></row>', true],
  ['<row r="1000000"><c r="K1000000"/></row>', false],
  ["<row r='1000000'/><row><c r = 'K1'/></row>", false],
  ['<x:row r="1000000"/><x:row><x:c s="1" t=">" r="XFD1"/></x:row>', false],
  ['<row r="1000000"/><row spans="1:2" r="1000001"><c ref="x" err="r=1" r="XFD1"/></row>', false],
  ['<row ender="x99999999" x:r="99999999" r="1"/>', true],
  ['<row r="99999999999"/>', false],
  ['<row r="1e12"/>', false],
  ['<row r="&#57;9999999"/>', false],
  [`<row r="1000000"/><row>${"<c/>".repeat(11)}</row>`, false],
  ['<t>&lt;row r="99999999"/&gt; r="99999999"</t><cols r="99999999"/>', true],
])("a sheet is read by the rows and columns that it reaches to: %s", (xml, isRead) => {
  const { unpack } = archive({ "sheet1.xml": xml });
  if (isRead) expect(unpack()).toBeInstanceOf(ArrayBuffer);
  else expect(unpack).toThrow(WorkbookTooLarge);
});
