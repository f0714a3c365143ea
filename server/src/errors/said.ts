import { formatMessage, type MessageValues } from '@overlook/shared/messages';

/** A sentence, and the key of its message in the catalogue. */
export interface Said {
  readonly key: string;
  readonly text: string;
}

/** A message of the catalogue with its values, for an error: a client in another language goes by the key. */
export const said = <Key extends string, Area extends Readonly<Record<Key, string>>>(
  area: Area,
  key: Key,
  values: MessageValues<Area[Key]>,
): Said => ({ key, text: formatMessage(area[key], values) });
