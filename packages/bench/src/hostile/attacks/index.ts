/** Every attack, one line each, those that change the tables last. */
import type { Attack } from "../attack.ts";
import { dripping, unread, zipped } from "./bodies.ts";
import {
  everythingInOrder,
  growingText,
  manyContains,
  searchesOfAll,
  virtualChain,
  worstCalls,
} from "./costly-conditions.ts";
import { hiddenCells } from "./hidden-cells.ts";
import { locales } from "./locales.ts";
import { manyParts, sameRow } from "./many-parts.ts";
import { mutatedRequests } from "./mutated-requests.ts";
import { storm } from "./storm.ts";
import { unknownCells, unknownColumns, unknownProperties } from "./unknown-names.ts";

export const attacks: readonly Attack[] = [
  unknownColumns,
  unknownProperties,
  unknownCells,
  growingText,
  manyContains,
  worstCalls,
  everythingInOrder,
  searchesOfAll,
  virtualChain,
  hiddenCells,
  locales,
  zipped,
  dripping,
  unread,
  storm,
  mutatedRequests,
  sameRow,
  manyParts,
];
