/** What TypeScript knows of values by the types that a program declares for them. */

/** The cells of a row, facts, or the fields of an object: those that are not required may be left out. */
export type MembersOf<Fields, Types> = {
  readonly [Name in keyof Fields as Fields[Name] extends { readonly required: true }
    ? Name
    : never]: FactValue<Fields[Name], Types>;
} & {
  readonly [Name in keyof Fields as Fields[Name] extends { readonly required: true } ? never : Name]?:
    | FactValue<Fields[Name], Types>
    | null
    | undefined;
};

/** A date may be a JS Date, which is an instant. */
type FactValue<Declared, Types> = ValueOf<Declared, Types, string | Date>;

/** The JSON form of what is declared; `Dates` are those of a Date and a DateTime. */
export type ValueOf<Declared, Types, Dates> = Declared extends {
  readonly type: "Enum";
  readonly values: readonly (infer Choice)[];
}
  ? Choice
  : Declared extends { readonly type: "EnumList"; readonly values: readonly (infer Choice)[] }
    ? readonly Choice[]
    : Declared extends { readonly type: "Object"; readonly fields: infer Fields }
      ? MembersOf<Fields, Types>
      : Declared extends { readonly type: "List"; readonly of: infer Item }
        ? readonly ValueOf<Item, Types, Dates>[]
        : Declared extends { readonly type: "List" | "EnumList"; readonly itemType: infer Item }
          ? readonly ByName<Item, Types, Dates>[]
          : Declared extends { readonly type: infer Type }
            ? ByName<Type, Types, Dates>
            : ByName<Declared, Types, Dates>;

type ByName<Type, Types, Dates> = Type extends keyof Types
  ? MembersOf<Types[Type], Types>
  : Type extends "Number" | "Decimal" | "Percent" | "Price" | "Progress"
    ? number
    : Type extends "Yes/No"
      ? boolean
      : Type extends "Date" | "DateTime"
        ? Dates
        : Type extends "List" | "EnumList"
          ? readonly string[]
          : Type extends `List of ${infer Item}`
            ? readonly ByName<Item, Types, Dates>[]
            : string;
