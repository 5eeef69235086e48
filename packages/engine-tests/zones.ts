/** Zones of every kind of clock: with and without changes, by name and by offset, on both sides of the date line. */
export const ZONES = [
  ...["UTC", "Europe/Berlin", "Europe/London", "America/New_York", "America/St_Johns", "Asia/Kathmandu"],
  ...["Asia/Tokyo", "Australia/Lord_Howe", "Pacific/Kiritimati", "Pacific/Pago_Pago", "+07:00", "UTC-3:30"],
] as const;

/** `YYYY-MM-DDTHH:MM:SSZ` of milliseconds. */
export function instantText(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(".000", "");
}

/** What a clock in a zone shows at an instant, by the platform. */
export function wallClock(instant: string | number, zone: string): string {
  const timeZone = { "UTC-3:30": "-03:30", "GMT Standard Time": "Europe/London" }[zone] ?? zone;
  return new Date(instant).toLocaleString("sv-SE", { timeZone }).replace(" ", "T");
}
