import type { ColumnType } from "./column-type.ts";
import { numberType } from "./number-types.ts";
import { latLongType } from "./point-types.ts";
import { dateTimeType } from "./temporal-types.ts";

/** Goes up by one with every saved change of what it watches. */
export const changeCounterType = defineChangeType({
  name: "ChangeCounter",
  summary: "How often the watched columns were changed.",
  base: numberType,
  options: ["watch", "mode"],
});

/** The instant of the last saved change of what it watches. */
export const changeTimestampType = defineChangeType({
  name: "ChangeTimestamp",
  summary: "When the watched columns were last changed.",
  base: dateTimeType,
  options: ["watch"],
});

/** Where the caller was at the last saved change of what it watches. */
export const changeLocationType = defineChangeType({
  name: "ChangeLocation",
  summary: "Where the watched columns were last changed.",
  base: latLongType,
  options: ["watch"],
});

interface ChangeDeclaration extends Pick<ColumnType, "name" | "summary" | "options"> {
  /** The type whose values it has. */
  readonly base: ColumnType;
}

/** A type whose values the application keeps itself whenever a watched column changes. */
function defineChangeType({ base, ...declaration }: ChangeDeclaration): ColumnType {
  return {
    ...base,
    ...declaration,
    filledBy: "application",
    isWritable: false,
    mayBeKey: false,
    mayBeItem: false,
    check: () => [],
  };
}
