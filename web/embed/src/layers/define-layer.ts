import { LAYER_ICONS, LAYER_ID, LAYER_TITLE_LONGEST } from '@overlook/shared/config';
import { isPermissionToken } from '@overlook/shared/permissions';
import type { AnyLayer, LayerDefinition, LayerSetting } from './layer-definition.ts';

const SETTINGS_AT_MOST = 20;
const SOURCE_KINDS = ['json', 'text', 'bytes', 'events', 'data', 'load'] as const;
/** Fields that must be functions if they are present. */
const FUNCTIONS = ['prepare', 'summary', 'legend', 'content', 'pick'] as const;

/** An invalid layer definition. The message names the layer and the field. */
export class LayerDefinitionError extends TypeError {
  override readonly name = 'LayerDefinitionError';
}

/** Checks the definition of a layer and returns it frozen. Throws a {@link LayerDefinitionError} that names the invalid field. */
export function defineLayer<Data, Raw = Data>(
  definition: LayerDefinition<Data, Raw>,
): Readonly<LayerDefinition<Data, Raw>> {
  checkLayer(definition);
  return Object.freeze(definition);
}

/** Throws a {@link LayerDefinitionError} if the value is not a valid definition. */
export function checkLayer(value: unknown): asserts value is AnyLayer {
  if (!isRecord(value)) throw new LayerDefinitionError('A layer is an object made by defineLayer().');
  const name = typeof value['id'] === 'string' ? `Layer "${value['id'].slice(0, 60)}"` : 'A layer';
  const refuse = (field: string, rule: string): never => {
    throw new LayerDefinitionError(`${name}: ${field} ${rule}.`);
  };
  const check = (isValid: boolean, field: string, rule: string): void => void (isValid || refuse(field, rule));
  const { id, title, icon, token, source, layers, clip, sync, export: files, settings } = value;
  check(typeof id === 'string' && LAYER_ID.test(id), 'id', 'must be 1 to 40 letters, digits and hyphens');
  check(isText(title, LAYER_TITLE_LONGEST), 'title', `must be a text of 1 to ${LAYER_TITLE_LONGEST} characters`);
  check(
    icon === undefined || (LAYER_ICONS as readonly unknown[]).includes(icon),
    'icon',
    `must be one of ${LAYER_ICONS.join(', ')}`,
  );
  check(
    token === undefined || (typeof token === 'string' && isPermissionToken(token)),
    'token',
    'must be a permission of the product, such as VIEW:TEXTURED',
  );
  checkSource(source, check);
  check(typeof layers === 'function', 'layers', 'must be a function that returns deck.gl layers');
  for (const field of FUNCTIONS)
    check(value[field] === undefined || typeof value[field] === 'function', field, 'must be a function');
  check(clip === undefined || clip === 'section' || clip === 'none', 'clip', 'must be "section" or "none"');
  check(sync === undefined || sync === 'linked' || sync === 'private', 'sync', 'must be "linked" or "private"');
  check(files === undefined || isExport(files), 'export', 'may have the functions geojson and csv only');
  if (settings !== undefined) checkSettings(settings, check);
}

type Check = (isValid: boolean, field: string, rule: string) => void;

function checkSource(source: unknown, check: Check): void {
  const kind = isRecord(source) ? source['kind'] : null;
  check(
    (SOURCE_KINDS as readonly unknown[]).includes(kind),
    'source.kind',
    `must be one of ${SOURCE_KINDS.join(', ')}`,
  );
  const { url, refreshMs, reduce, load } = source as Record<string, unknown>;
  const hasUrl = kind === 'json' || kind === 'text' || kind === 'bytes' || kind === 'events';
  check(!hasUrl || isText(url, 2000), 'source.url', 'must be an address');
  check(kind !== 'events' || typeof reduce === 'function', 'source.reduce', 'must be a function');
  check(kind !== 'load' || typeof load === 'function', 'source.load', 'must be a function');
  check(
    refreshMs === undefined || (typeof refreshMs === 'number' && refreshMs >= 1000),
    'source.refreshMs',
    'must be 1000 or more',
  );
}

function checkSettings(settings: unknown, check: Check): void {
  const isList = Array.isArray(settings) && settings.length <= SETTINGS_AT_MOST;
  check(isList, 'settings', `must be a list of at most ${SETTINGS_AT_MOST}`);
  const keys = new Set<unknown>();
  for (const [at, setting] of (settings as unknown[]).entries()) {
    const field = `settings[${at}]`;
    check(
      isRecord(setting) && typeof setting['key'] === 'string' && LAYER_ID.test(setting['key']),
      `${field}.key`,
      KEY_RULE,
    );
    // The other fields are checked below.
    const row = setting as unknown as LayerSetting;
    check(!keys.has(row.key), `${field}.key`, 'must differ from the keys before');
    keys.add(row.key);
    check(isText(row.label, LAYER_TITLE_LONGEST), `${field}.label`, 'must be a short text');
    check(isSetting(row), field, 'must have a type (switch, text, number, choice) and a default that it allows');
  }
}

const KEY_RULE = 'must be 1 to 40 letters, digits and hyphens';

function isSetting(setting: LayerSetting): boolean {
  if (setting.type === 'number' && !(Number.isFinite(setting.min) && setting.min < setting.max)) return false;
  if (setting.type === 'choice' && !Array.isArray(setting.options)) return false;
  return isSettingValue(setting, setting.default);
}

/** Maximum length of a text setting, because settings are part of links. */
const SETTING_LONGEST = 200;

/** Whether the setting allows the value. */
export function isSettingValue(setting: LayerSetting, value: unknown): value is string | number | boolean {
  switch (setting.type) {
    case 'switch':
      return typeof value === 'boolean';
    case 'text':
      return typeof value === 'string' && value.length <= SETTING_LONGEST;
    case 'number':
      return typeof value === 'number' && value >= setting.min && value <= setting.max;
    case 'choice':
      return setting.options.some((option) => option.value === value);
    default:
      return false;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isText = (value: unknown, longest: number): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= longest;
const isExport = (value: unknown): boolean =>
  isRecord(value) &&
  Object.entries(value).every(([key, make]) => ['geojson', 'csv'].includes(key) && typeof make === 'function');
