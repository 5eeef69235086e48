import fc from "fast-check";
import { joined } from "./joined.ts";

type Source = fc.Arbitrary<string>;

interface Parts {
  readonly test: Source;
  /** Small numbers as they are written. */
  readonly few: Source;
}

/** Lists of the rows of `Specimens` and `Teams`, and of what is read on them. */
export interface Lists {
  readonly specimens: Source;
  readonly teams: Source;
  readonly texts: Source;
  readonly numbers: Source;
}

/** Lists that are read from rows, in every way that one can be read from another. */
export function listsOf({ test, few }: Parts): Lists {
  const rows = fc.oneof(
    fc.constantFrom(
      "Specimens[Key]",
      "FILTER(Specimens, [Rank] > 0)",
      "SELECT(Specimens[Key], [Flag], TRUE)",
    ),
    joined`FILTER(Specimens, ${test})`,
  );
  const specimens = fc.oneof(rows, joined`${rows}[Key]`);
  const teams = fc.oneof(
    fc.constantFrom("Teams[Name]", "Specimens[Team]"),
    fc.oneof(joined`SELECT(Teams[Name], [Size] > ${few})`, joined`SELECT(Specimens[Team], ${test})`),
    joined`${specimens}[Team]`,
  );
  const texts = fc.oneof(
    joined`${specimens}${fc.constantFrom("[Label]", "[Note]", "[Team]")}`,
    joined`SELECT(Specimens[Label], ${test}, ${fc.constantFrom("TRUE", "FALSE")})`,
    joined`${teams}[Name]`,
  );
  const numbers = fc.oneof(
    joined`${specimens}${fc.constantFrom("[Rank]", "[Cost]", "[Weight]")}`,
    joined`SELECT(Specimens[Rank], ${test}, ${fc.constantFrom("TRUE", "FALSE")})`,
    joined`${teams}[Size]`,
  );
  const some = (list: Source) =>
    fc.oneof({ weight: 3, arbitrary: list }, { weight: 1, arbitrary: joined`UNIQUE(${list})` });
  return { specimens, teams, texts: some(texts), numbers: some(numbers) };
}
