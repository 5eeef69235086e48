/**
 * Fastify's compilers of schemas, left out: no route here has a schema, and loading them costs 50 ms of every start. A route
 * that has one is refused when the server becomes ready.
 */
export const withoutSchemas = {
  compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema },
};

function refuseSchema(): never {
  throw new Error(
    "This server compiles no schemas of routes; register recordApi on a Fastify server of your own for that.",
  );
}
