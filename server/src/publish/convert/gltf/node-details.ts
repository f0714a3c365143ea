import type { CadItemDetails, CadValue } from '../cad-model.ts';

/** Members and columns that hold the GUID of an object, and those that hold its tags. */
export const GUID = /^(guid|globalid|ifcguid|uuid)$/i;
export const TAG = /^(tags?|tag ?number|tag ?no)$/i;
/** The tab of properties that are directly in `extras`. */
const DEFAULT_TAB = 'Properties';

type Tabs = Record<string, Record<string, CadValue>>;

/**
 * The properties of an object from its node's `extras`: members that are objects become tabs, all others properties of
 * the tab "Properties"; deeper objects are written `a.b`, lists joined by commas. Members called GUID or tag, whatever
 * their case, are also other names of the object.
 */
export function nodeDetails(extras: Readonly<Record<string, unknown>>): CadItemDetails {
  const properties: Tabs = {};
  const tags = new Set<string>();
  let guid: string | undefined;
  for (const { tab, name, value } of flatten(extras)) {
    (properties[tab] ??= {})[name] = plain(value);
    if (typeof value === 'string' && GUID.test(name)) guid ??= value;
    if (TAG.test(name)) for (const tag of Array.isArray(value) ? value : [value]) if (isTag(tag)) tags.add(String(tag));
  }
  return { guid, tags: [...tags], properties };
}

const isTag = (value: unknown): boolean => (typeof value === 'string' && value !== '') || typeof value === 'number';

function* flatten(extras: Readonly<Record<string, unknown>>): Generator<{ tab: string; name: string; value: unknown }> {
  for (const [key, value] of Object.entries(extras)) {
    if (isObject(value)) for (const [name, inner] of deep(value)) yield { tab: capital(key), name, value: inner };
    else yield { tab: DEFAULT_TAB, name: key, value };
  }
}

function* deep(value: object, path = ''): Generator<[string, unknown]> {
  for (const [key, inner] of Object.entries(value)) {
    const name = path === '' ? key : `${path}.${key}`;
    if (isObject(inner)) yield* deep(inner, name);
    else yield [name, inner];
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const capital = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1);

function plain(value: unknown): CadValue {
  if (Array.isArray(value))
    return value.map((one) => (typeof one === 'object' ? JSON.stringify(one) : String(one))).join(', ');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
