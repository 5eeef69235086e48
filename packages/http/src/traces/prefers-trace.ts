/** Whether the `Prefer` header asks for a trace. */
export function prefersTrace(prefer: string | undefined): boolean {
  return (prefer ?? "").split(",").some((preference) => /^\s*trace\s*(?:;|$)/iu.test(preference));
}
