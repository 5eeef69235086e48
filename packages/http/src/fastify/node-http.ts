/**
 * What is needed of `node:http`. An `import` of it would ask for all it has, also for its client of the web's kind, which
 * costs 40 ms and 13 MB of every start and is not used here.
 */
export const { METHODS } = process.getBuiltinModule("node:http");
