import type { NamedPerson } from "../people-objects.ts";
import { loadPeer, type Peer } from "./peer.ts";

interface Sheet {
  setCellContents(address: object, cells: readonly (readonly string[])[]): void;
  getCellValue(address: object): unknown;
}

interface HyperFormula {
  buildFromArray(rows: readonly (readonly unknown[])[], options: object): Sheet;
}

/** A: name, B: age, C: city, D: status, E: price, F: quantity, G: discount, H: joined, I: member; `#` is the row. */
const formulas: Readonly<Record<string, string>> = {
  arithmetic: "=AND(B#>=18, E#*F#>500, G#<0.3)",
  "text functions": '=OR(ISNUMBER(SEARCH("ann", A#)), LEFT(A#, 2)="Al", LEN(A#)>20)',
  "date range": "=AND(H#>=15000, H#<17000)",
  "IF chain": '=IF(B#<18, E#<20, IF(D#="Open", F#>10, IF(I#, E#>50, FALSE())))',
  "IN list": '=OR(C#="Oslo", C#="Lima", C#="Porto", C#="Kyoto", C#="Москва")',
};

const RESULT_COLUMN = 9;

export const peer: Peer = {
  name: "HyperFormula",
  rows: 2_000,
  open: async (people) => {
    const { HyperFormula } = await loadPeer<{ HyperFormula: HyperFormula }>("hyperformula");
    const sheet = HyperFormula.buildFromArray(people.map(cellsOf), { licenseKey: "gpl-v3" });
    return (condition) => () => {
      const column = people.map((_, row) => [(formulas[condition] ?? "").replaceAll("#", String(row + 1))]);
      sheet.setCellContents({ sheet: 0, row: 0, col: RESULT_COLUMN }, column);
      return people.flatMap((_, row) =>
        sheet.getCellValue({ sheet: 0, row, col: RESULT_COLUMN }) === true ? [row] : [],
      );
    };
  },
};

function cellsOf(person: NamedPerson): readonly unknown[] {
  const { name, age, city, status, price, quantity, discount, joined, member } = person;
  return [name, age, city, status, price, quantity, discount, joined, member];
}
