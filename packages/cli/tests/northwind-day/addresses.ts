import type { Address } from "./books.ts";

/** Complete ones: with a region where the country wants one, without a postal code where it has none. */
export const addresses: readonly Address[] = [
  {
    name: "Müller & Söhne",
    street: "Obere Str. 57",
    city: "Berlin",
    region: "",
    postalCode: "12209",
    country: "Germany",
  },
  {
    name: 'The "Cracker" Box',
    street: "55 Grizzly Peak Rd.",
    city: "Butte",
    region: "MT",
    postalCode: "59801",
    country: "USA",
  },
  {
    name: "Hungry Owl",
    street: "8 Johnstown Road",
    city: "Cork",
    region: "Co. Cork",
    postalCode: "",
    country: "Ireland",
  },
  {
    name: "Mère Paillarde",
    street: "43 rue St. Laurent",
    city: "Montréal",
    region: "Québec",
    postalCode: "H1J 1C3",
    country: "Canada",
  },
];

export function addressCells({ name, street, city, region, postalCode, country }: Address) {
  return {
    "Ship Name": name,
    "Ship Address": street,
    "Ship City": city,
    "Ship Region": region,
    "Ship Postal Code": postalCode,
    "Ship Country": country,
  };
}

/** The columns that a row still needs before it can leave. */
export function missingCells({ name, street, city, region, postalCode, country }: Address): string[] {
  return [
    ["Ship Name", name === ""],
    ["Ship Address", street === ""],
    ["Ship City", city === ""],
    ["Ship Region", region === "" && ["Brazil", "Canada", "USA", "Venezuela"].includes(country)],
    ["Ship Postal Code", postalCode === "" && country !== "Ireland"],
    ["Ship Country", country === ""],
  ].flatMap(([column, isMissing]) => (isMissing ? [String(column)] : []));
}
