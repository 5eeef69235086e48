import type { JsonValue } from "@tablewright/core/expression";
import { type ColumnTypeName, TypeReaders } from "./type-readers.ts";

/** Whether the cells of one column are, or could as well be, dates or numbers as another Locale writes them; gathered cell by cell. */
export class OtherWritings {
  /** Those that have read every cell so far. */
  #writings: readonly Writing[];

  constructor(locales: ReadonlyMap<LocaleName, TypeReaders>) {
    this.#writings = [...locales].flatMap(([locale, readers]) =>
      TYPES.map((type) => ({ locale, readers, type })),
    );
  }

  add(cell: JsonValue, readers: TypeReaders): void {
    this.#writings = this.#writings.flatMap((writing) => {
      const other = writing.readers.read(writing.type, cell);
      if (other === undefined) return [];
      const isSame = readers.read(writing.type, cell) === other;
      return [isSame || writing.sample !== undefined ? writing : { ...writing, sample: String(cell) }];
    });
  }

  /** What to say to a user whose column is of the type; undefined where no other Locale would change anything. */
  note(type: string): string | undefined {
    const different = this.#writings.filter(({ sample }) => sample !== undefined);
    const alike = different.find(({ locale, sample }) => sample?.includes(LOCALES[locale])) ?? different[0];
    if (alike === undefined) return undefined;
    const { locale, sample, type: other } = alike;
    const [what, types] = other === "Price" ? ["numbers", NUMBERS] : ["dates", DATES];
    const cells = `"${sample}" and all others are ${what} as ${locale} writes them`;
    if (types.includes(type))
      return `${cells}, too, but other ones: add --locale ${locale} if those are meant`;
    return TEXTS.includes(type) ? `${cells}: add --locale ${locale} to have them read so` : undefined;
  }
}

interface Writing {
  readonly locale: LocaleName;
  readonly readers: TypeReaders;
  readonly type: (typeof TYPES)[number];
  /** The first cell that has another value there, or the only cell that has one there. */
  readonly sample?: string;
}

/** The Locales to compare with, without the one that files are read in. */
export function otherLocales(locale: string): ReadonlyMap<LocaleName, TypeReaders> {
  const others = (Object.keys(LOCALES) as LocaleName[]).filter((other) => other !== locale);
  return new Map(others.map((other) => [other, new TypeReaders(other)]));
}

/** Month first, day first, a comma before decimals; and the sign within dates by which a file is told to be of that Locale. */
const LOCALES = { "en-US": "/", "en-GB": "/", "de-DE": "." } as const;

type LocaleName = keyof typeof LOCALES;

const TYPES = ["Date", "DateTime", "Price"] as const satisfies readonly ColumnTypeName[];

const NUMBERS: readonly string[] = ["Number", "Price", "Decimal"];
const DATES: readonly string[] = ["Date", "DateTime"];
const TEXTS: readonly string[] = ["Text", "LongText", "Enum", "EnumList"];
