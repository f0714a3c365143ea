/** The options of an installation for a gallery layer: its name and the location of its data. */
import type { LayerIcon } from '@overlook/shared/config';

export interface GalleryOptions {
  readonly id: string;
  readonly title: string;
  readonly icon?: LayerIcon;
  /** Fields of `options` in the manifest; docs/layers/gallery.md lists them. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** Returns a text option or its default. Throws a TypeError that names the field. */
export function textOption({ id, options }: GalleryOptions, name: string, byDefault?: string): string {
  const value = options[name] ?? byDefault;
  if (typeof value !== 'string' || value === '') throw new TypeError(`Layer "${id}": options.${name} must be a text.`);
  return value;
}

/** Returns a number option within its limits, or its default. Throws a TypeError that names the field. */
export function numberOption(
  { id, options }: GalleryOptions,
  name: string,
  { least, most, byDefault }: { least: number; most: number; byDefault: number },
): number {
  const value = options[name] ?? byDefault;
  if (typeof value === 'number' && value >= least && value <= most) return value;
  throw new TypeError(`Layer "${id}": options.${name} must be a number from ${least} to ${most}.`);
}
