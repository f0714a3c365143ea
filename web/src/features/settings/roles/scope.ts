import type { Site } from '@overlook/shared/schemas';

/** A column of the editor: a site, or the one for global scope (id 0). */
export interface Scope {
  id: number;
  name: string;
}

/** Sites as columns. Names need not be unique, so sites of one name also have the slug of their address. */
export function scopesOf(sites: readonly Pick<Site, 'id' | 'name' | 'slug'>[]): Scope[] {
  const counts = new Map<string, number>();
  for (const { name } of sites) counts.set(name, (counts.get(name) ?? 0) + 1);
  return sites.map(({ id, name, slug }) => ({ id, name: counts.get(name) === 1 ? name : `${name} (${slug})` }));
}
