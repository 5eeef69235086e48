// The sources are not published, so a published package must not point at them, nor have an entrance that is nothing else.
export const hooks = {
  beforePacking(manifest) {
    for (const [name, door] of Object.entries(manifest.exports ?? {})) {
      delete door.source;
      if (Object.keys(door).length === 0) delete manifest.exports[name];
    }
    return manifest;
  },
};
