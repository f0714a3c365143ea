const NAMES = /^(?:name|title|tag|id|label)$/i;
const LONGEST = 60;

/** The name that properties give to their feature, shortened; null without one. */
export function givenName(properties: Readonly<Record<string, unknown>>): string | null {
  const named = Object.entries(properties).find(([key, value]) => NAMES.test(key) && value !== null && value !== '');
  return named ? String(named[1]).slice(0, LONGEST) : null;
}
