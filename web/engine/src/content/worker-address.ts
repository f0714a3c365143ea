const ofForeignPages = new Map<string, string>();

/**
 * The address from which a page starts a module worker whose built file is `file`. Browsers start no worker from the file of
 * another origin (HTML standard, "run a worker"). Where the viewer is embedded, it is a blob of the page's own origin that
 * imports the file: the policy of such a page needs `worker-src` with `blob:` and the server.
 */
export function workerAddress(file: string): string {
  const url = new URL(file, import.meta.url);
  if (url.origin === location.origin) return url.href;
  const known = ofForeignPages.get(url.href);
  if (known) return known;
  const blob = new Blob([`import ${JSON.stringify(url.href)};`], { type: 'text/javascript' });
  const address = URL.createObjectURL(blob);
  ofForeignPages.set(url.href, address);
  return address;
}
