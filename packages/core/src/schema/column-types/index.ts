import { changeCounterType, changeLocationType, changeTimestampType } from "./change-types.ts";
import { colorType, enumType, progressType } from "./choice-types.ts";
import type { ColumnType } from "./column-type.ts";
import { enumListType, listType } from "./list-types.ts";
import { decimalType, numberType, percentType, priceType } from "./number-types.ts";
import { jsonType, objectType } from "./object.ts";
import { latLongType, xyType } from "./point-types.ts";
import { refType } from "./ref.ts";
import { dateTimeType, dateType, durationType, timeType } from "./temporal-types.ts";
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
