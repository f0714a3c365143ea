import { foldText } from '@overlook/shared/format';
import type { CadMetadata } from '@overlook/shared/schemas';

export interface PropertyGroup {
  title: string;
  rows: [name: string, value: string][];
}

/** The properties whose name, value or group has a text, ignoring case and accents; groups without any are omitted. */
export function matching(metadata: CadMetadata, search: string): PropertyGroup[] {
  const wanted = foldText(search.trim());
  const has = (text: string): boolean => foldText(text).includes(wanted);
  return Object.entries(metadata)
    .map(([title, properties]) => ({
      title,
      rows: Object.entries(properties).filter(([name, value]) => has(title) || has(name) || has(value)),
    }))
    .filter(({ rows }) => rows.length > 0);
}
