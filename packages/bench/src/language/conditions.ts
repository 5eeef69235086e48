/** The conditions that are measured: in our language, and as a user would write each by hand over the same rows. */
import {
  AGE,
  CITY,
  DISCOUNT,
  JOINED,
  MEMBER,
  NAME,
  type NamedPerson,
  type Person,
  PRICE,
  QUANTITY,
  STATUS,
} from "./people.ts";

interface Condition {
  readonly name: string;
  readonly source: string;
  /** Returns the same for every row as the source, blanks and case included. */
  readonly byHand: (person: Person) => boolean;
  /** The same over row objects without blanks: 1.0 of the documented faces. */
  readonly byHandOverObjects: (person: NamedPerson) => boolean;
}

/** A condition that is also measured over columns. */
interface ColumnCondition extends Condition {
  /** Builds typed arrays made for the condition. The scan writes the positions it selects and returns how many. */
  readonly openScan: (people: readonly Person[]) => (selected: Int32Array) => number;
}

const CITIES = new Set(["oslo", "lima", "porto", "kyoto", "москва"]);

export const conditions: readonly ColumnCondition[] = [
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
    byHandOverObjects: (person) =>
      person.age >= 18 && person.price * person.quantity > 500 && person.discount < 0.3,
    openScan: (people) => {
      const [ages, discounts] = [numbersOf(people, AGE), numbersOf(people, DISCOUNT)];
      const price = numbersOf(people, PRICE).map((number) => (Number.isNaN(number) ? 0 : number));
      const quantity = numbersOf(people, QUANTITY).map((number) => (Number.isNaN(number) ? 0 : number));
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
    byHandOverObjects: ({ name }) =>
      name.toLowerCase().includes("ann") || name.slice(0, 2).toLowerCase() === "al" || name.length > 20,
    openScan: (people) => {
      const folded = foldedOf(people, NAME);
      return (selected) => {
        let count = 0;
        for (let at = 0; at < folded.length; at++) {
          const name = folded[at] as string;
          if (name.includes("ann") || name.startsWith("al") || name.length > 20) selected[count++] = at;
        }
        return count;
      };
    },
  },
  {
    name: "date range",
    source: 'AND([Joined] >= "2011-01-26", [Joined] < "2016-07-18")',
    byHand: (person) => {
      const joined = person[JOINED] as number | null;
      return joined !== null && joined >= 15_000 && joined < 17_000;
    },
    byHandOverObjects: ({ joinedOn }) => joinedOn >= "2011-01-26" && joinedOn < "2016-07-18",
    openScan: (people) => {
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
    byHandOverObjects: (person) => {
      if (person.age < 18) return person.price < 20;
      return person.status.toLowerCase() === "open"
        ? person.quantity > 10
        : person.member && person.price > 50;
    },
    openScan: (people) => {
      const [ages, prices] = [numbersOf(people, AGE), numbersOf(people, PRICE)];
      const quantities = numbersOf(people, QUANTITY);
      const isOpen = Uint8Array.from(foldedOf(people, STATUS), (status) => Number(status === "open"));
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
  },
  {
    name: "IN list",
    source: 'IN([City], LIST("Oslo", "Lima", "Porto", "Kyoto", "Москва"))',
    byHand: (person) => {
      const city = person[CITY] as string | null;
      return city !== null && CITIES.has(city.toLowerCase());
    },
    byHandOverObjects: ({ city }) => CITIES.has(city.toLowerCase()),
    openScan: (people) => {
      const folded = foldedOf(people, CITY);
      const cities = [...new Set(folded)];
      const codes = Uint8Array.from(folded, (city) => cities.indexOf(city));
      const isWanted = Uint8Array.from(cities, (city) => Number(CITIES.has(city)));
      return (selected) => {
        let count = 0;
        for (let at = 0; at < codes.length; at++) {
          if (isWanted[codes[at] as number] === 1) selected[count++] = at;
        }
        return count;
      };
    },
  },
];

/** What rules often ask, each by itself. */
export const furtherConditions: readonly Condition[] = [
  {
    name: "product",
    source: "[Price] * [Quantity] > 500",
    byHand: (person) => blankAsZero(person[PRICE]) * blankAsZero(person[QUANTITY]) > 500,
    byHandOverObjects: (person) => person.price * person.quantity > 500,
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
    byHandOverObjects: (person) => person.age >= 18 && person.quantity < 50 && person.discount < 0.3,
  },
  {
    name: "CONTAINS",
    source: 'CONTAINS([Name], "ann")',
    byHand: (person) => ((person[NAME] as string | null) ?? "").toLowerCase().includes("ann"),
    byHandOverObjects: ({ name }) => name.toLowerCase().includes("ann"),
  },
  {
    name: "ISO date",
    source: '[Joined] >= "2016-07-18"',
    byHand: (person) => {
      const joined = person[JOINED] as number | null;
      return joined !== null && joined >= 17_000;
    },
    byHandOverObjects: ({ joinedOn }) => joinedOn >= "2016-07-18",
  },
];

export const allConditions: readonly Condition[] = [...conditions, ...furtherConditions];

/** Throws an Error where no such condition is in the list. */
export function conditionNamed<C extends Condition>(name: string | undefined, list: readonly C[]): C {
  const match = list.find((condition) => condition.name === name);
  if (match === undefined) throw new Error(`There is no condition "${name}".`);
  return match;
}

function blankAsZero(cell: unknown): number {
  return (cell ?? 0) as number;
}

function numbersOf(people: readonly Person[], index: number): Float64Array {
  return Float64Array.from(people, (person) => (person[index] as number | null) ?? Number.NaN);
}

function foldedOf(people: readonly Person[], index: number): readonly string[] {
  return people.map((person) => ((person[index] as string | null) ?? "").toLowerCase());
}
