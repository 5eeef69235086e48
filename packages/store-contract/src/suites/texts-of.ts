import type fc from "fast-check";
import { joined } from "./joined.ts";

type Source = fc.Arbitrary<string>;

/** What generated expressions are made of, whatever tables they are about. */
interface Parts {
  readonly text: Source;
  readonly number: Source;
  readonly date: Source;
  readonly test: Source;
  /** Small numbers and texts as they are written. */
  readonly few: Source;
  readonly quoted: Source;
}

/** The texts that are made of these. */
export function textsOf({ text, number, date, test, few, quoted }: Parts): readonly Source[] {
  return [
    joined`UPPER(${text})`,
    joined`LOWER(${text})`,
    joined`TRIM(${text})`,
    joined`LEFT(${text}, ${few})`,
    joined`RIGHT(${text}, ${few})`,
    joined`MID(${text}, ${few}, ${few})`,
    joined`${text} & ${text}`,
    joined`CONCATENATE(${text}, ${number}, ${date})`,
    joined`SUBSTITUTE(${text}, ${quoted}, ${quoted})`,
    joined`IF(${test}, ${text}, ${text})`,
    joined`SWITCH(${number}, 1, ${text}, 2, ${text}, ${text})`,
  ];
}
