import type { Outcome } from "../../diagnostics/index.ts";
import { locale, location, runAsUserEmail, timezone, userId } from "./caller-properties.ts";
import { cells, dryRun, form, onDuplicate, version } from "./change-properties.ts";
import type { PropertyDeclaration, PropertySchema, ReadWith, SentAs } from "./define-property.ts";
import { after, asOf, columns, countProperty, expand, limit, selector } from "./find-properties.ts";
import { inputs, params, userSettingsProperty } from "./named-values.ts";

/**
 * Every member of a call's Properties: one line each. The documentation has them in this order, and their errors are
 * reported in it, those of an identity last; of several identities that are sent the first counts.
 */
const declared = [
  locale,
  timezone,
  location,
  selector,
  asOf,
  limit,
  after,
  columns,
  expand,
  countProperty,
  runAsUserEmail,
  userId,
  userSettingsProperty,
  params,
  inputs,
  onDuplicate,
  dryRun,
  version,
  form,
  cells,
] as const;

type Declared = (typeof declared)[number];

/** What a caller may say about the call; docs/http-api.md says what each means. */
export type DeclaredProperties = {
  readonly [P in Declared as P["name"]]?: SentAs<P["schema"]>;
};

/** The values of the properties that every call reads. */
export type CallProperties = {
  readonly [P in Extract<Declared, { readWith: "call" }> as P["name"]]: ReturnType<P["read"]> extends Outcome<
    infer R
  >
    ? R
    : never;
};

/** A property as programs and documentation see it. */
export type RequestProperty = Omit<PropertyDeclaration<string, PropertySchema, ReadWith, unknown>, "feeds">;

export const requestProperties: readonly RequestProperty[] = declared;

export const propertiesOfCalls: readonly PropertyOfCalls[] = declared.filter(isOfCalls);

export const identityProperties = declared.filter(isIdentity);

type PropertyOfCalls = Extract<Declared, { readWith: "call" }>;

function isOfCalls(property: Declared): property is PropertyOfCalls {
  return property.readWith === "call";
}

function isIdentity(property: Declared): property is Extract<Declared, { readWith: "identity" }> {
  return property.readWith === "identity";
}
