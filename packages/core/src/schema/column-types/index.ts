import { changeCounter } from "./change-counter.ts";
import { changeLocation } from "./change-location.ts";
import { changeTimestamp } from "./change-timestamp.ts";
import { color } from "./color.ts";
import type { ColumnType } from "./column-type.ts";
import { date } from "./date.ts";
import { dateTime } from "./date-time.ts";
import { decimal } from "./decimal.ts";
import { duration } from "./duration.ts";
import { enumType } from "./enum.ts";
import { enumList } from "./enum-list.ts";
import { latLong } from "./lat-long.ts";
import { list } from "./list.ts";
import { number } from "./number.ts";
import { object } from "./object.ts";
import { percent } from "./percent.ts";
import { price } from "./price.ts";
import { progress } from "./progress.ts";
import { ref } from "./ref.ts";
import {
  address,
  app,
  drawing,
  email,
  file,
  image,
  longText,
  multiColumnKey,
  name,
  phone,
  show,
  signature,
  text,
  thumbnail,
  url,
  video,
} from "./text-types.ts";
import { time } from "./time.ts";
import { xy } from "./xy.ts";
import { yesNo } from "./yes-no.ts";

/** Every column type, in the order of the reference: one line each. */
export const columnTypes: readonly ColumnType[] = [
  text,
  longText,
  name,
  email,
  phone,
  url,
  address,
  number,
  decimal,
  percent,
  price,
  progress,
  date,
  time,
  dateTime,
  duration,
  yesNo,
  enumType,
  enumList,
  list,
  object,
  ref,
  latLong,
  xy,
  image,
  thumbnail,
  drawing,
  signature,
  file,
  video,
  color,
  changeCounter,
  changeTimestamp,
  changeLocation,
  show,
  app,
  multiColumnKey,
];

const byName = new Map(columnTypes.map((type) => [type.name, type]));

/** The column type with a name, upper and lower case as in the reference; undefined where there is none. */
export function columnTypeNamed(name: string): ColumnType | undefined {
  return byName.get(name);
}
