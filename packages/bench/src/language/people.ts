/** The rows that the language is measured on: generated people, as arrays for the evaluators and as objects as users have them. */
import { check, type ExpressionScope, type TableRows } from "@tablewright/core/compiler";
import { defaultLimits } from "@tablewright/core/expression";
import { type CheckedExpression, Meter, type RequestContext } from "@tablewright/core/storage";
import { readScope } from "../../../core/conformance/read-context.ts";
import { seededRandom } from "../seeded-random.ts";

type Cell = string | number | boolean | null;

/** A row is an array by column position, in the form in which the evaluators read it; dates are day numbers. */
export type Person = readonly Cell[];

export const ID = 0;
export const NAME = 1;
export const AGE = 2;
export const CITY = 3;
export const STATUS = 4;
export const PRICE = 5;
export const QUANTITY = 6;
export const DISCOUNT = 7;
export const JOINED = 8;
export const MEMBER = 9;
export const TEAM = 10;

/** The columns by position, as `compile` and `check` take them. */
export const peopleColumns: Readonly<Record<string, string>> = {
  Id: "Number",
  Name: "Name",
  Age: "Number",
  City: "Text",
  Status: "Text",
  Price: "Price",
  Quantity: "Number",
  Discount: "Percent",
  Joined: "Date",
  Member: "Yes/No",
  Team: "Number",
};

/** 2005-01-01 and the number of days after it in which people joined. */
const FIRST_JOINED = 12_784;
const DAYS = 7_300;

/** How many teams the people are spread over. */
export const teamCount = 1_000;

/** Generated people: names in several scripts, nearly all different; few cities and states; every twentieth cell blank. */
export function makePeople(count: number, seed = 1): Person[] {
  const random = seededRandom(seed);
  const upTo = (limit: number) => Math.floor(random() * limit);
  const oneOf = (words: readonly string[]) => words[upTo(words.length)] as string;
  const orBlank = (cell: Cell) => (random() < 0.05 ? null : cell);
  return Array.from({ length: count }, (_, index) => [
    index + 1,
    orBlank(makeName(oneOf, upTo)),
    orBlank(1 + upTo(95)),
    orBlank(oneOf(CITIES)),
    orBlank(oneOf(STATES)),
    orBlank(upTo(20_000) / 100),
    orBlank(upTo(40)),
    orBlank(upTo(60) / 100),
    orBlank(FIRST_JOINED + upTo(DAYS)),
    orBlank(random() < 0.4),
    1 + upTo(teamCount),
  ]);
}

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

/** The scope of expressions about a person, who is also in a table of that name. */
export const peopleScope: ExpressionScope = readScope({
  tables: { People: { key: "Id", columns: peopleColumns } },
  table: "People",
});

/** The checked form of a source that has no error. */
export function checked(source: string): CheckedExpression {
  const { output, diagnostics } = check(source, peopleScope);
  if (output === undefined) throw new Error(diagnostics.map(({ message }) => message).join(" "));
  return output;
}

/** A request that may run for as long as is measured. */
export function openRequest(people?: TableRows): RequestContext {
  const day = 19_797;
  return {
    now: day * 86_400,
    utcNow: day * 86_400,
    timeZone: "UTC",
    timeZoneName: "UTC",
    locale: "en-US",
    location: "0.000000, 0.000000",
    user: { email: null, name: null, role: null },
    settings: new Map(),
    parameters: new Map(),
    inputs: new Map(),
    random: () => 0,
    rowsOf: () => {
      if (people === undefined) throw new Error("These expressions name no table.");
      return people;
    },
    meter: new Meter({ ...defaultLimits, fuel: Number.MAX_SAFE_INTEGER }),
  };
}

function makeName(oneOf: (words: readonly string[]) => string, upTo: (limit: number) => number): string {
  const script = upTo(10);
  if (script === 0) return `${oneOf(CYRILLIC_GIVEN)} ${oneOf(CYRILLIC_FAMILY)}`;
  if (script === 1) return `${oneOf(GREEK_GIVEN)} ${oneOf(GREEK_FAMILY)}`;
  if (script === 2) return oneOf(CJK_FAMILY) + oneOf(CJK_GIVEN);
  const name = `${oneOf(LATIN_GIVEN)} ${oneOf(LATIN_START)}${oneOf(LATIN_MIDDLE)}${oneOf(LATIN_END)}`;
  return upTo(8) === 0 ? name.toUpperCase() : name;
}

const words = (text: string): readonly string[] => text.split(" ");

const CITIES = words(
  "Berlin Lisboa Oslo Kyoto Lima Praha Cork Łódź Αθήνα Москва 京都 Quito Accra Perth Bergen Izmir Porto Nice Turku Basel",
);
const STATES = words("open Open closed Waiting paid");
const LATIN_GIVEN = words(
  "Anna Alice Albert Bruno Carla Daniel Eva Felix Grace Hanna Ivan Julia Karl Laura Mario Nina Oskar Paula Rosa Simon Tina Ulla Victor Wanda Zoë Chloé José Åse Łukasz Šárka Annika Joanna Alan Alma",
);
const LATIN_START = words(
  "Ber Mar Sand Lind Kow Nov Sch Del Fer Gar Hol Jan Kar Lar Mor Ols Pet Ross Stein Vas",
);
const LATIN_MIDDLE = words("a e i o an el in ov ber en");
const LATIN_END = words("son sen ska man berg ini ez ar ić er ell dottir ström ley wood");
const CYRILLIC_GIVEN = words("Анна Иван Ольга Пётр Мария Борис Елена Юрий Вера Олег");
const CYRILLIC_FAMILY = words("Иванова Петров Смирнов Козлова Лебедев Соколова Орлов Зайцев Белова Волков");
const GREEK_GIVEN = words("Άννα Γιώργος Ελένη Νίκος Μαρία Σοφία Πέτρος Δήμητρα");
const GREEK_FAMILY = words("Παπαδόπουλος Ιωάννου Γεωργίου Νικολάου Δημητρίου Αντωνίου");
const CJK_FAMILY = words("王 李 张 刘 陈 佐藤 鈴木 高橋 田中 渡辺");
const CJK_GIVEN = words("伟 芳 娜 敏 静 健太 美咲 翔太 葵 蓮 𠮷子");
