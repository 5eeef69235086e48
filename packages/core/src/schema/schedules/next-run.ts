import { Cron } from "croner";
import type { Schedule } from "../app-definition.ts";

/** The first instant of a schedule after another one, in milliseconds since 1970; undefined where there is none. */
export function nextRun({ cron, zone }: Pick<Schedule, "cron" | "zone">, after: number): number | undefined {
  return new Cron(cron, { timezone: zone, mode: "5-part" }).nextRun(new Date(after))?.getTime();
}
