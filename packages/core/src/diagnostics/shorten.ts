/** A text for people to recognise: its first `most` code points, and "…" where there are more. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const points = [...text.slice(0, 2 * most + 2)];
  return points.length <= most ? text : `${points.slice(0, most).join("")}…`;
}
