// The sources are not published, so a published package must not point at them.
export const hooks = {
  beforePacking(manifest) {
    for (const door of Object.values(manifest.exports ?? {})) delete door.source;
    return manifest;
  },
};
