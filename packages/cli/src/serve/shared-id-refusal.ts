/**
 * Why an application cannot be served together with those in `files`, which has the file of each id; undefined, and the file is noted, when
 * no other has its id. Requests name an application by its id, whatever the case of its letters.
 */
export function sharedIdRefusal(files: Map<string, string>, id: string, file: string): string | undefined {
  const name = id.toLowerCase();
  const other = files.get(name);
  files.set(name, file);
  if (other === undefined) return undefined;
  if (other === file) return `"${file}" is named twice; name each definition once.`;
  return `"${other}" and "${file}" both define the application "${id}". Give each an id of its own: app.id.`;
}
