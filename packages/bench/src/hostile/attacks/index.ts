/** Every attack, one line each, those that change the tables last. */
import type { Attack } from "../attack.ts";
import {
  everythingInOrder,
  growingText,
  hiddenCellsAttack,
  manyContains,
  searchesOfAll,
  virtualChain,
  worstCalls,
} from "./conditions.ts";
import { dripping, storm, unread, zipped } from "./connections.ts";
import {
  locales,
  manyParts,
  sameRow,
  unknownCells,
  unknownColumns,
  unknownProperties,
} from "./costly-calls.ts";
import { mutatedRequests } from "./mutated-requests.ts";

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
  hiddenCellsAttack,
  locales,
  zipped,
  dripping,
  unread,
  storm,
  mutatedRequests,
  sameRow,
  manyParts,
];
