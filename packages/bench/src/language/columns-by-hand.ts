import { AGE, CITY, DISCOUNT, JOINED, MEMBER, NAME, type Person, PRICE, QUANTITY, STATUS } from "./people.ts";

/** The conditions as somebody would write them by hand over typed arrays made for them: how fast columns can be. */
export type Scan = (selected: Int32Array) => number;

/** Builds the arrays a condition needs; the scan writes the positions it selects and answers how many. */
export const scansByHand: Readonly<Record<string, (people: readonly Person[]) => Scan>> = {
  arithmetic: (people) => {
    const [ages, prices, quantities, discounts] = [AGE, PRICE, QUANTITY, DISCOUNT].map((index) =>
      numbersOf(people, index),
    ) as [Float64Array, Float64Array, Float64Array, Float64Array];
    const zeroWhenBlank = (numbers: Float64Array) =>
      numbers.map((number) => (Number.isNaN(number) ? 0 : number));
    const [price, quantity] = [zeroWhenBlank(prices), zeroWhenBlank(quantities)];
    return (selected) => {
      let count = 0;
      for (let at = 0; at < ages.length; at++) {
        const isTrue =
          (ages[at] as number) >= 18 &&
          (price[at] as number) * (quantity[at] as number) > 500 &&
          (discounts[at] as number) < 0.3;
        if (isTrue) selected[count++] = at;
      }
      return count;
    };
  },
  "text functions": (people) => {
    const folded = people.map((person) => ((person[NAME] as string | null) ?? "").toLowerCase());
    return (selected) => {
      let count = 0;
      for (let at = 0; at < folded.length; at++) {
        const name = folded[at] as string;
        if (name.includes("ann") || name.startsWith("al") || name.length > 20) selected[count++] = at;
      }
      return count;
    };
  },
  "date range": (people) => {
    const joined = numbersOf(people, JOINED);
    return (selected) => {
      let count = 0;
      for (let at = 0; at < joined.length; at++) {
        const day = joined[at] as number;
        if (day >= 15_000 && day < 17_000) selected[count++] = at;
      }
      return count;
    };
  },
  "IF chain": (people) => {
    const [ages, prices, quantities] = [AGE, PRICE, QUANTITY].map((index) => numbersOf(people, index)) as [
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    const isOpen = Uint8Array.from(people, (person) =>
      Number((person[STATUS] as string | null)?.toLowerCase() === "open"),
    );
    const isMember = Uint8Array.from(people, (person) => Number(person[MEMBER] === true));
    return (selected) => {
      let count = 0;
      for (let at = 0; at < ages.length; at++) {
        const price = prices[at] as number;
        const isTrue =
          (ages[at] as number) < 18
            ? price < 20
            : isOpen[at] === 1
              ? (quantities[at] as number) > 10
              : isMember[at] === 1 && price > 50;
        if (isTrue) selected[count++] = at;
      }
      return count;
    };
  },
  "IN list": (people) => {
    const names = ["oslo", "lima", "porto", "kyoto", "москва"];
    const cities = [
      ...new Set(people.map((person) => ((person[CITY] as string | null) ?? "").toLowerCase())),
    ];
    const codes = Uint8Array.from(people, (person) =>
      cities.indexOf(((person[CITY] as string | null) ?? "").toLowerCase()),
    );
    const isWanted = Uint8Array.from(cities, (city) => Number(names.includes(city)));
    return (selected) => {
      let count = 0;
      for (let at = 0; at < codes.length; at++) {
        if (isWanted[codes[at] as number] === 1) selected[count++] = at;
      }
      return count;
    };
  },
};

function numbersOf(people: readonly Person[], index: number): Float64Array {
  return Float64Array.from(people, (person) => (person[index] as number | null) ?? Number.NaN);
}
