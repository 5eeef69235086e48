/** An id that no other call has. Pages that are not served over TLS have no `randomUUID`. */
export function newId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}
