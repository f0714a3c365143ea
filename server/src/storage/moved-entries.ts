/** Layers that were moved by hand have copies of their JSON files (publish/place): `placed-<mark>.tileset.json`. */
export const MOVED_PREFIX = 'placed-';

const MOVED_ENTRY = /(?:^|\/)placed-([0-9a-z]+)\.[^/]*$/;

/** What the names of files that are made from a moved layer end with: `.<mark>`; '' for one that lies as delivered. */
export const suffixOfEntry = (entry: string): string => {
  const mark = MOVED_ENTRY.exec(entry)?.[1];
  return mark === undefined ? '' : `.${mark}`;
};
