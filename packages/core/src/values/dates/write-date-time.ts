import { formsOf } from "../locale.ts";
import { civilOf, SECONDS_PER_DAY } from "./civil-date.ts";

/** `YYYY-MM-DD` of a day number. */
export function writeIsoDate(day: number): string {
  const { year, month, day: dayOfMonth } = civilOf(day);
  return `${fourDigits(year)}-${twoDigits(month)}-${twoDigits(dayOfMonth)}`;
}

/** `HH:MM:SS` of seconds of the day. */
export function writeIsoTime(seconds: number): string {
  return `${twoDigits(hoursOf(seconds))}:${minutesAndSeconds(seconds)}`;
}

/** `YYYY-MM-DDTHH:MM:SS` of wall-clock seconds. */
export function writeIsoDateTime(seconds: number): string {
  const day = Math.floor(seconds / SECONDS_PER_DAY);
  return `${writeIsoDate(day)}T${writeIsoTime(seconds - day * SECONDS_PER_DAY)}`;
}

/** `HHH:MM:SS` of a Duration: at least three digits of hours, a leading `-` below zero. */
export function writeDuration(seconds: number): string {
  const magnitude = Math.abs(seconds);
  const hours = String(hoursOf(magnitude)).padStart(3, "0");
  return `${seconds < 0 ? "-" : ""}${hours}:${minutesAndSeconds(magnitude)}`;
}

/** A day number in the Locale's order and separator, two-digit day and month, four-digit year: "04/05/2020". */
export function writeLocaleDate(day: number, locale: string): string {
  const { dateOrder, dateSeparator } = formsOf(locale);
  const civil = civilOf(day);
  const year = fourDigits(civil.year);
  const month = twoDigits(civil.month);
  const dayOfMonth = twoDigits(civil.day);
  if (dateOrder === "MDY") return month + dateSeparator + dayOfMonth + dateSeparator + year;
  if (dateOrder === "DMY") return dayOfMonth + dateSeparator + month + dateSeparator + year;
  return year + dateSeparator + month + dateSeparator + dayOfMonth;
}

/** `H:MM:SS` of seconds of the day, the same in every Locale: "8:15:25". */
export function writeLocaleTime24(seconds: number): string {
  return `${hoursOf(seconds)}:${minutesAndSeconds(seconds)}`;
}

/** The Locale's date, a blank and `HH:MM:SS`: "08/31/2017 23:59:59". */
export function writeLocaleDateTime24(seconds: number, locale: string): string {
  const day = Math.floor(seconds / SECONDS_PER_DAY);
  return `${writeLocaleDate(day, locale)} ${writeIsoTime(seconds - day * SECONDS_PER_DAY)}`;
}

/** A Time inside built text: "3:30:45 PM" where the Locale counts twelve hours, else "15:30:45". */
export function displayTime(seconds: number, locale: string): string {
  if (!formsOf(locale).hour12) return writeIsoTime(seconds);
  const hours = hoursOf(seconds);
  return `${((hours + 11) % 12) + 1}:${minutesAndSeconds(seconds)} ${hours < 12 ? "AM" : "PM"}`;
}

/** A DateTime inside built text: the Locale's date, a blank and `displayTime`, "11/12/2026 1:34:00 PM". */
export function displayDateTime(seconds: number, locale: string): string {
  const day = Math.floor(seconds / SECONDS_PER_DAY);
  return `${writeLocaleDate(day, locale)} ${displayTime(seconds - day * SECONDS_PER_DAY, locale)}`;
}

function hoursOf(seconds: number): number {
  return Math.floor(seconds / 3600);
}

function minutesAndSeconds(seconds: number): string {
  return `${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}

function fourDigits(value: number): string {
  return value < 1000 ? String(value).padStart(4, "0") : String(value);
}
