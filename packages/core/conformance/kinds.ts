/** The types that random expressions are made of: one of each family, alone and in lists. */
export const scalarKinds = [
  "Text",
  "Number",
  "Decimal",
  "Yes/No",
  "Date",
  "DateTime",
  "Time",
  "Duration",
  "LatLong",
  "XY",
  "Ref",
] as const;

export type ScalarKind = (typeof scalarKinds)[number];

export type Kind = ScalarKind | `List of ${ScalarKind}`;

export const kinds: readonly Kind[] = [...scalarKinds, ...scalarKinds.map(listOf)];

export function listOf(kind: ScalarKind): Kind {
  return `List of ${kind}`;
}

/** The items of a list, or the kind itself. */
export function itemOf(kind: Kind): ScalarKind {
  return kind.replace(/^List of /, "") as ScalarKind;
}

export function isList(kind: Kind): boolean {
  return kind.startsWith("List of ");
}

/** The kind that a type of the language belongs to, by the type's name; undefined for one whose values are open. */
export function kindOf(type: string): Kind | undefined {
  const [, list = "", item = ""] = /^(List of )?(.*)$/.exec(type) ?? [];
  const scalar = item.startsWith("Ref of ") ? "Ref" : (OTHER_NAMES[item] ?? item);
  if (!scalarKinds.includes(scalar as ScalarKind))
    return TEXTS.has(item) ? (`${list}Text` as Kind) : undefined;
  return `${list}${scalar}` as Kind;
}

const OTHER_NAMES: Readonly<Record<string, string>> = { Price: "Decimal", Percent: "Decimal" };

const TEXTS = new Set(["LongText", "Name", "Email", "Phone", "Url", "Enum", "App", "Image"]);
