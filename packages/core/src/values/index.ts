/** What a cell or an expression can hold. */
export { BoundedCache } from "./bounded-cache.ts";
export {
  civilOf,
  dayNumberOf,
  dayOf,
  daysInMonth,
  FIRST_DAY,
  LAST_DAY,
  monthOf,
  SECONDS_PER_DAY,
  weekdayOf,
  yearOf,
} from "./civil-date.ts";
export type { Family } from "./compare.ts";
export { compareValues, equalValues, hashOf, sameKey } from "./compare.ts";
export {
  finiteOrBlank,
  roundToScale,
  significantDigits,
  toCanonical,
  writePlainNumber,
} from "./decimal.ts";
export {
  addDecimals,
  multiplyDecimals,
  remainderOfDecimals,
  subtractDecimals,
} from "./decimal-arithmetic.ts";
export { exactSum, meanOf } from "./decimal-sum.ts";
export { distanceKilometres, latOf, longOf, readLatLong, writeLatLong } from "./lat-long.ts";
export { LIST_SEPARATOR } from "./list.ts";
export type { LocaleForms } from "./locale.ts";
export { defaultLocale, localeForms } from "./locale.ts";
export { lookAlikeIn } from "./look-alike.ts";
export { readDate, readDateOrDateTime, readDateTime, readDuration, readTime } from "./read-date-time.ts";
export { readIsoDate, readIsoDateTime, readIsoTime } from "./read-iso-date-time.ts";
export { readDecimal, readInteger, readPercent, readPrice } from "./read-number.ts";
export { readYesNo } from "./read-yes-no.ts";
export {
  compareText,
  countCharacters,
  equalText,
  foldText,
  isWellFormedText,
  sliceCharacters,
} from "./text.ts";
export { utcSecondsOf, wallSecondsOf, zoneOf } from "./time-zone.ts";
export type { JsonValue, Value } from "./value.ts";
export {
  displayDateTime,
  displayTime,
  writeDuration,
  writeIsoDate,
  writeIsoDateTime,
  writeIsoTime,
  writeLocaleDate,
  writeLocaleDateTime24,
  writeLocaleTime24,
} from "./write-date-time.ts";
export { writeGrouped } from "./write-grouped.ts";
export { readXY, writeXY, xOf, yOf } from "./xy.ts";
