/**
 * Added layers in a URL: `id~opacity~key=value~…`, separated by commas. A value is t or f (boolean), n and a number, or s and a
 * text.
 */
import { LAYER_ID } from '@overlook/shared/config';

/** A layer in a link. */
export interface LinkedLayer {
  readonly id: string;
  readonly isVisible: boolean;
  /** 0 to 100. */
  readonly opacityPercent: number;
  readonly settings: Readonly<Record<string, unknown>>;
}

const LAYERS_LONGEST = 50;
const SETTINGS_LONGEST = 20;

const escaped = (text: string): string => encodeURIComponent(text).replaceAll('~', '%7E');

function valueText(value: unknown): string | null {
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (typeof value === 'number') return `n${value}`;
  return typeof value === 'string' ? `s${escaped(value)}` : null;
}

export const layersText = (layers: readonly LinkedLayer[]): string =>
  layers
    .map(({ id, opacityPercent, settings }) => {
      const values = Object.entries(settings).flatMap(([key, value]) => {
        const text = valueText(value);
        return text === null ? [] : [`${escaped(key)}=${text}`];
      });
      return [id, opacityPercent, ...values].join('~');
    })
    .join();

/** Returns null for a malformed text. */
export function readLayersText(text: string): LinkedLayer[] | null {
  const layers = text.split(',').map(readLayer);
  return layers.length <= LAYERS_LONGEST && layers.every((layer) => layer !== null) ? layers : null;
}

function readLayer(text: string): LinkedLayer | null {
  const [id = '', percent = '', ...pieces] = text.split('~');
  const opacityPercent = Number(percent);
  const isPercent = /^\d{1,3}$/.test(percent) && opacityPercent <= 100;
  const values = pieces.map(readValue);
  if (!LAYER_ID.test(id) || !isPercent || values.length > SETTINGS_LONGEST || values.includes(null)) return null;
  return { id, isVisible: true, opacityPercent, settings: Object.fromEntries(values as [string, unknown][]) };
}

function readValue(piece: string): [string, string | number | boolean] | null {
  const [key = '', text = ''] = piece.split('=');
  const rest = text.slice(1);
  try {
    if (text === 't' || text === 'f') return [decodeURIComponent(key), text === 't'];
    if (text.startsWith('n') && rest !== '' && Number.isFinite(Number(rest)))
      return [decodeURIComponent(key), Number(rest)];
    if (text.startsWith('s')) return [decodeURIComponent(key), decodeURIComponent(rest)];
  } catch {
    // A truncated escape sequence: the value counts as malformed.
  }
  return null;
}
