export const SECONDS_PER_DAY = 86_400;

/** Day numbers of 0001-01-01 and 9999-12-31: the days that can be read and written. */
export const FIRST_DAY = -719_162;
export const LAST_DAY = 2_932_896;

export interface CivilDate {
  readonly year: number;
  /** 1…12 */
  readonly month: number;
  /** 1…31 */
  readonly day: number;
}

/** Days since 1970-01-01 in the proleptic Gregorian calendar, or null when there is no such day; years 1…9999. */
export function dayNumberOf(year: number, month: number, day: number): number | null {
  if (!Number.isInteger(year) || year < 1 || year > 9999) return null;
  if (!Number.isInteger(month) || month < 1 || month > 12) return null;
  if (!Number.isInteger(day) || day < 1 || day > daysInMonth(year, month)) return null;
  // Years that begin in March put the leap day last: what comes before a month then depends only on the month.
  const shiftedYear = month > 2 ? year : year - 1;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const leapDays =
    Math.floor(shiftedYear / 4) - Math.floor(shiftedYear / 100) + Math.floor(shiftedYear / 400);
  return shiftedYear * 365 + leapDays + dayOfYear - 719_468;
}

/** Days of a month of the Gregorian calendar; the month is 1…12. */
export function daysInMonth(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

/** Year, month and day of a day number. For one part in a scan take `yearOf`, `monthOf` or `dayOf`. */
export function civilOf(dayNumber: number): CivilDate {
  const packed = packedCivil(dayNumber);
  return { year: packed >> 9, month: (packed >> 5) & 15, day: packed & 31 };
}

/** Year of a day number, 1 to 9999. */
export function yearOf(dayNumber: number): number {
  return packedCivil(dayNumber) >> 9;
}

/** Month of a day number, 1 to 12. */
export function monthOf(dayNumber: number): number {
  return (packedCivil(dayNumber) >> 5) & 15;
}

/** Day of the month of a day number, 1 to 31. */
export function dayOf(dayNumber: number): number {
  return packedCivil(dayNumber) & 31;
}

/** Day of the week, 1 = Sunday … 7 = Saturday. */
export function weekdayOf(dayNumber: number): number {
  return ((((dayNumber + 4) % 7) + 7) % 7) + 1;
}

/** Year, month and day in one integer, so that no part of a date costs an allocation (after Howard Hinnant). */
function packedCivil(dayNumber: number): number {
  const shifted = dayNumber + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const leapless =
    dayOfEra - ((dayOfEra / 1460) | 0) + ((dayOfEra / 36_524) | 0) - ((dayOfEra / 146_096) | 0);
  const yearOfEra = (leapless / 365) | 0;
  const dayOfYear = dayOfEra - (365 * yearOfEra + ((yearOfEra / 4) | 0) - ((yearOfEra / 100) | 0));
  const shiftedMonth = ((5 * dayOfYear + 2) / 153) | 0;
  const day = dayOfYear - (((153 * shiftedMonth + 2) / 5) | 0) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  const year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0);
  return year * 512 + month * 32 + day;
}
