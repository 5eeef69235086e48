/** Numbers of ten digits, two of them behind the point, some of which no double is. */
export const shortDecimals: readonly string[] = [
  ...[
    "0",
    "0.1",
    "0.2",
    "0.3",
    "1.1",
    "2.5",
    "-2.5",
    "2.55",
    "1.01",
    "99999999.99",
    "-0.01",
    "3",
    "12345678.9",
  ],
];
