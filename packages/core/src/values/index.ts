/** What a cell or an expression can hold. */
export { BoundedCache } from "./bounded-cache.ts";
export type { Family } from "./compare.ts";
export { compareValues, equalValues, hashOf, sameKey } from "./compare.ts";
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
} from "./dates/civil-date.ts";
export {
  hasOffset,
  readDate,
  readDateOrDateTime,
  readDateTime,
  readDayOfMidnight,
  readDuration,
  readTime,
} from "./dates/read-date-time.ts";
export { readIsoDate, readIsoDateTime, readIsoTime } from "./dates/read-iso-date-time.ts";
export {
  countTimeZones,
  instantsOf,
  utcSecondsOf,
  wallSecondsAt,
  wallSecondsOf,
  zoneOf,
} from "./dates/time-zone.ts";
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
} from "./dates/write-date-time.ts";
export {
  diagnoseProblems,
  type FileRow,
  fitRow,
  headersOf,
  type RowProblem,
  shownNumber,
} from "./files/file-row.ts";
export { guardCell, unguardCell } from "./files/formula-guard.ts";
export { CsvReader } from "./files/read-csv.ts";
export {
  admitWorkbookFile,
  readWorkbook,
  type Sheet,
  tableOfSheet,
  WorkbookTooLarge,
} from "./files/read-workbook.ts";
export { REFUSED_HEADERS, refusedCells } from "./files/refused-cells.ts";
export { writeCsv } from "./files/write-csv.ts";
export { fingerprintOf, hashText } from "./hash-text.ts";
export { distanceKilometres, latOf, longOf, readLatLong, writeLatLong } from "./lat-long.ts";
export { LIST_SEPARATOR } from "./list.ts";
export { countLocales, defaultLocale, localeForms } from "./locale.ts";
export type { LocaleForms } from "./locale-forms.ts";
export { lookAlikeIn } from "./look-alike.ts";
export {
  finiteOrBlank,
  roundToScale,
  significantDigits,
  toCanonical,
  writePlainNumber,
} from "./numbers/decimal.ts";
export {
  addDecimals,
  multiplyDecimals,
  remainderOfDecimals,
  subtractDecimals,
} from "./numbers/decimal-arithmetic.ts";
export { DecimalSum, exactSum, meanOf } from "./numbers/decimal-sum.ts";
export { readDecimalDigits } from "./numbers/exact-decimal.ts";
export { isHeldExactly } from "./numbers/is-held-exactly.ts";
export { isKeptNumber, readDecimal, readInteger, readPercent, readPrice } from "./numbers/read-number.ts";
export { writeGrouped } from "./numbers/write-grouped.ts";
export { readYesNo } from "./read-yes-no.ts";
export {
  compareCodePoints,
  compareText,
  countCharacters,
  equalText,
  foldText,
  isWellFormedText,
  sliceCharacters,
  WELL_FORMED_TEXT,
} from "./text.ts";
export type { JsonValue, Value } from "./value.ts";
export { readXY, writeXY, xOf, yOf } from "./xy.ts";
