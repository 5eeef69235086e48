/** References to codes that a collation takes for equal to one of them, or for none, as SQL writes them. */
export const foreignReferences: readonly string[] = [
  "'a'",
  "'A'",
  "'b'",
  "'B '",
  "'b '",
  "'STRASSE'",
  "'straße'",
  "'0'",
  "'é'",
  "'É'",
  "''",
  "'zz'",
];
