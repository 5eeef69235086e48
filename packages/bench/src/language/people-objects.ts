import {
  AGE,
  CITY,
  DISCOUNT,
  JOINED,
  MEMBER,
  makePeople,
  NAME,
  type Person,
  PRICE,
  QUANTITY,
  STATUS,
} from "./people.ts";

/**
 * A person as users of a library have rows: an object by name. No cell of it is blank, so that engines that know no
 * blanks need not be guarded against them.
 */
export interface NamedPerson {
  readonly name: string;
  readonly age: number;
  readonly city: string;
  readonly status: string;
  readonly price: number;
  readonly quantity: number;
  readonly discount: number;
  /** A day number. */
  readonly joined: number;
  /** The same day as `YYYY-MM-DD`. */
  readonly joinedOn: string;
  readonly member: boolean;
}

/** The columns of such a row, as `compile` takes them. */
export const namedPersonColumns = {
  name: "Name",
  age: "Number",
  city: "Text",
  status: "Text",
  price: "Price",
  quantity: "Number",
  discount: "Percent",
  joinedOn: "Date",
  member: "Yes/No",
} as const;

/** So many generated people without blanks. */
export function makeNamedPeople(count: number): NamedPerson[] {
  return makePeople(2 * count)
    .filter((person) => !person.includes(null))
    .slice(0, count)
    .map(named);
}

function named(person: Person): NamedPerson {
  const joined = person[JOINED] as number;
  return {
    name: person[NAME] as string,
    age: person[AGE] as number,
    city: person[CITY] as string,
    status: person[STATUS] as string,
    price: person[PRICE] as number,
    quantity: person[QUANTITY] as number,
    discount: person[DISCOUNT] as number,
    joined,
    joinedOn: new Date(joined * 86_400_000).toISOString().slice(0, 10),
    member: person[MEMBER] as boolean,
  };
}
