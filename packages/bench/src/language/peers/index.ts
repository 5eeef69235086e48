/** The modules of the peers; each exports its `peer`. */
export const peerModules: readonly string[] = [
  "subscript",
  "cel-js",
  "json-logic-engine",
  "bufbuild-cel",
  "jexl",
  "mathjs",
  "jsonata",
  "hyperformula",
  "arquero",
  "filtrex",
];
