/** The origins whose pictures the operator lets the page show, as the server has written them into its head. */
export function imageOrigins(): readonly string[] {
  const named = document.querySelector<HTMLMetaElement>('meta[name="image-origins"]');
  return named?.content.split(" ") ?? [];
}
