/** A specimen by its number: its values repeat at different steps, so that conditions and orders have equal ones. */
export function numberedSpecimen(at: number): (string | number | null)[] {
  const rank = at % 13 === 0 ? null : at % 100;
  return [`key ${at}`, `Label ${at % 50}`, null, at, rank, ((at * 7_919) % 1_000) / 8, (at % 200) / 2];
}
