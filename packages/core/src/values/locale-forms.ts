export interface Names {
  readonly long: readonly string[];
  readonly short: readonly string[];
}

/** How dates and numbers are read and written: Gregorian calendar, Latin digits, data of the platform. */
export interface LocaleForms {
  /** The canonical tag without extensions, such as "pt-BR". */
  readonly tag: string;
  readonly dateOrder: "MDY" | "DMY" | "YMD";
  readonly dateSeparator: string;
  readonly decimalSign: string;
  readonly groupSign: string;
  /** Digits of the group next to the decimal sign and of those before it: 3 and 3 nearly everywhere, 3 and 2 in India. */
  readonly groupSizes: readonly [nearest: number, others: number];
  readonly hour12: boolean;
  /** January first, in the form that stands beside a day. */
  readonly monthNames: Names;
  /** Sunday first. */
  readonly weekdayNames: Names;
}
