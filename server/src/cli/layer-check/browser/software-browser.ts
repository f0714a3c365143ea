/** Arguments of Chromium for software rendering without connections of the browser's own. */
export const SOFTWARE_BROWSER_ARGUMENTS = [
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-sync',
  '--no-first-run',
] as const;
