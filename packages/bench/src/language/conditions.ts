import { AGE, CITY, DISCOUNT, JOINED, MEMBER, NAME, type Person, PRICE, QUANTITY, STATUS } from "./people.ts";

/** A condition in our language, and as somebody would write it by hand over the same rows. */
export interface Condition {
  readonly name: string;
  readonly source: string;
  /** Gives the same answer for every row, blanks and case included. */
  readonly byHand: (person: Person) => boolean;
}

const blankAsZero = (cell: unknown): number => (cell ?? 0) as number;

export const conditions: readonly Condition[] = [
  {
    name: "arithmetic",
    source: "AND([Age] >= 18, [Price] * [Quantity] > 500, [Discount] < 0.3)",
    byHand: (person) => {
      const age = person[AGE] as number | null;
      const discount = person[DISCOUNT] as number | null;
      return (
        age !== null &&
        age >= 18 &&
        blankAsZero(person[PRICE]) * blankAsZero(person[QUANTITY]) > 500 &&
        discount !== null &&
        discount < 0.3
      );
    },
  },
  {
    name: "text functions",
    source: 'OR(CONTAINS([Name], "ann"), LEFT([Name], 2) = "Al", LEN([Name]) > 20)',
    byHand: (person) => {
      const name = person[NAME] as string | null;
      if (name === null) return false;
      return (
        name.toLowerCase().includes("ann") || name.slice(0, 2).toLowerCase() === "al" || name.length > 20
      );
    },
  },
  {
    name: "date range",
    source: 'AND([Joined] >= "2011-01-26", [Joined] < "2016-07-18")',
    byHand: (person) => {
      const joined = person[JOINED] as number | null;
      return joined !== null && joined >= 15_000 && joined < 17_000;
    },
  },
  {
    name: "IF chain",
    source:
      'IF([Age] < 18, [Price] < 20, IF([Status] = "Open", [Quantity] > 10, IF([Member], [Price] > 50, FALSE)))',
    byHand: (person) => {
      const age = person[AGE] as number | null;
      const price = person[PRICE] as number | null;
      if (age !== null && age < 18) return price !== null && price < 20;
      const status = person[STATUS] as string | null;
      if (status !== null && status.toLowerCase() === "open") {
        const quantity = person[QUANTITY] as number | null;
        return quantity !== null && quantity > 10;
      }
      return person[MEMBER] === true && price !== null && price > 50;
    },
  },
  {
    name: "IN list",
    source: 'IN([City], LIST("Oslo", "Lima", "Porto", "Kyoto", "Москва"))',
    byHand: (person) => {
      const city = person[CITY] as string | null;
      return city !== null && CITIES.has(city.toLowerCase());
    },
  },
];

/** What rules often ask, each by itself. */
export const furtherConditions: readonly Condition[] = [
  {
    name: "product",
    source: "[Price] * [Quantity] > 500",
    byHand: (person) => blankAsZero(person[PRICE]) * blankAsZero(person[QUANTITY]) > 500,
  },
  {
    name: "three comparisons",
    source: "AND([Age] >= 18, [Quantity] < 50, [Discount] < 0.3)",
    byHand: (person) => {
      const age = person[AGE] as number | null;
      const quantity = person[QUANTITY] as number | null;
      const discount = person[DISCOUNT] as number | null;
      return (
        age !== null && age >= 18 && quantity !== null && quantity < 50 && discount !== null && discount < 0.3
      );
    },
  },
  {
    name: "CONTAINS",
    source: 'CONTAINS([Name], "ann")',
    byHand: (person) => ((person[NAME] as string | null) ?? "").toLowerCase().includes("ann"),
  },
  {
    name: "ISO date",
    source: '[Joined] >= "2016-07-18"',
    byHand: (person) => {
      const joined = person[JOINED] as number | null;
      return joined !== null && joined >= 17_000;
    },
  },
];

const CITIES = new Set(["oslo", "lima", "porto", "kyoto", "москва"]);

export function conditionNamed(name: string | undefined): Condition {
  const match = [...conditions, ...furtherConditions].find((condition) => condition.name === name);
  if (match === undefined) throw new Error(`There is no condition "${name}".`);
  return match;
}
