/**
 * Browsers by the part of the user agent that only they have; most also name Chrome or Safari, so the order matters.
 */
const BROWSERS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
];

/** iPads and telephones also name the desktop system they resemble. */
const SYSTEMS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
];

const LONGEST = 60;

/** Characters that are examined: browsers' names are shorter, and the time of the patterns grows with the square of the length. */
const LOOKED_AT = 400;

/**
 * The name of a device for its owner: "Firefox on Windows", or the first word of a client's user agent. Versions
 * are left out: a browser that was updated is the same one.
 */
export function deviceName(userAgent: string | undefined): string {
  if (!userAgent) return 'An unknown device';
  const head = userAgent.slice(0, LOOKED_AT);
  const find = (rows: typeof BROWSERS) => rows.find(([, pattern]) => pattern.test(head))?.[0];
  const browser = find(BROWSERS);
  const system = find(SYSTEMS);
  if (browser && system) return `${browser} on ${system}`;
  const word = head.split(/[\s/(]/, 1)[0]!.slice(0, LONGEST);
  return browser ?? system ?? (word || 'An unknown device');
}
