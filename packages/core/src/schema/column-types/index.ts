import { changeCounterType } from "./change-counter.ts";
import { changeLocationType } from "./change-location.ts";
import { changeTimestampType } from "./change-timestamp.ts";
import { colorType } from "./color.ts";
import type { ColumnType } from "./column-type.ts";
import { dateType } from "./date.ts";
import { dateTimeType } from "./date-time.ts";
import { decimalType } from "./decimal.ts";
import { durationType } from "./duration.ts";
import { enumType } from "./enum.ts";
import { enumListType } from "./enum-list.ts";
import { latLongType } from "./lat-long.ts";
import { listType } from "./list.ts";
import { numberType } from "./number.ts";
import { jsonType, objectType } from "./object.ts";
import { percentType } from "./percent.ts";
import { priceType } from "./price.ts";
import { progressType } from "./progress.ts";
import { refType } from "./ref.ts";
import {
  addressType,
  appType,
  drawingType,
  emailType,
  fileType,
  imageType,
  longTextType,
  multiColumnKeyType,
  nameType,
  phoneType,
  showType,
  signatureType,
  textType,
  thumbnailType,
  urlType,
  videoType,
} from "./text-types.ts";
import { timeType } from "./time.ts";
import { xyType } from "./xy.ts";
import { yesNoType } from "./yes-no.ts";

/** Every column type, in the order of the reference: one line each. */
export const columnTypes: readonly ColumnType[] = [
  textType,
  longTextType,
  nameType,
  emailType,
  phoneType,
  urlType,
  addressType,
  numberType,
  decimalType,
  percentType,
  priceType,
  progressType,
  dateType,
  timeType,
  dateTimeType,
  durationType,
  yesNoType,
  enumType,
  enumListType,
  listType,
  objectType,
  jsonType,
  refType,
  latLongType,
  xyType,
  imageType,
  thumbnailType,
  drawingType,
  signatureType,
  fileType,
  videoType,
  colorType,
  changeCounterType,
  changeTimestampType,
  changeLocationType,
  showType,
  appType,
  multiColumnKeyType,
];

const byName = new Map(columnTypes.map((type) => [type.name, type]));

/** The column type with a name, upper and lower case as in the reference; undefined where there is none. */
export function columnTypeNamed(name: string): ColumnType | undefined {
  return byName.get(name);
}
