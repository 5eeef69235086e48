/** What a cell or an expression can hold. */
export { BoundedCache } from "./bounded-cache.ts";
export type { Family } from "./compare.ts";
export { compareValues, equalValues, hashOf, NEAR, sameKey } from "./compare.ts";
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
  readIsoDate,
  readIsoDateTime,
  readIsoTime,
  readTime,
} from "./dates/read-date-time.ts";
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
export { CsvReader, guardCell, REFUSED_HEADERS, refusedCells, unguardCell, writeCsv } from "./files/csv.ts";
export {
  admitColumns,
  admitRow,
  diagnoseProblems,
  type FileRow,
  fitRow,
  headersOf,
  type RowProblem,
  RowTooLarge,
  shownNumber,
} from "./files/file-row.ts";
export {
  admitWorkbookFile,
  readWorkbook,
  type Sheet,
  tableOfSheet,
  WorkbookTooLarge,
} from "./files/read-workbook.ts";
export {
  canonicalJson,
  DEEPEST_JSON,
  jsonOfText,
  nameInPointer,
  parsedJson,
  parseExactly,
  partOfJson,
  pointerPart,
  problemOfMembers,
  readJsonText,
  unwritablePart,
} from "./json-text.ts";
export type { LocaleForms } from "./locale.ts";
export { countLocales, defaultLocale, formsOf, localeForms } from "./locale.ts";
export {
  finiteOrBlank,
  roundToScale,
  significantDigits,
  toCanonical,
  writePlainNumber,
} from "./numbers/decimal.ts";
export {
  addDecimals,
  deviationOf,
  divideDecimals,
  multiplyDecimals,
  remainderOfDecimals,
  rootOfDecimal,
  subtractDecimals,
} from "./numbers/decimal-arithmetic.ts";
export { DecimalSum, exactSum, meanOf } from "./numbers/decimal-sum.ts";
export {
  type ExactDecimal,
  exactDecimal,
  readDecimalDigits,
  roundDecimal,
  tenTo,
} from "./numbers/exact-decimal.ts";
export { exponentialOf, logarithmIn, logarithmOf, powerOf } from "./numbers/exact-powers.ts";
export {
  isAnsweredNumber,
  isHeldExactly,
  isKeptNumber,
  plainDigits,
  readAllDigits,
  readDecimal,
  readInteger,
  readPercent,
  readPrice,
  withSign,
} from "./numbers/read-number.ts";
export { writeDigits, writeGrouped } from "./numbers/write-grouped.ts";
export {
  distanceKilometres,
  latOf,
  longOf,
  readLatLong,
  readXY,
  writeLatLong,
  writeXY,
  xOf,
  yOf,
} from "./points.ts";
export {
  compareCodePoints,
  compareText,
  countCharacters,
  equalText,
  fingerprintOf,
  foldName,
  foldText,
  hashText,
  isWellFormedText,
  lookAlikeIn,
  normalText,
  sliceCharacters,
  WELL_FORMED_TEXT,
} from "./text.ts";
export type { JsonValue, Value } from "./value.ts";
export { LIST_SEPARATOR, readYesNo } from "./value.ts";
