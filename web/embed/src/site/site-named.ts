import type { Site } from '@overlook/shared/schemas';

/** The site that a link names, by its present slug or one that it had before; a present one comes first. */
export const siteNamed = <Named extends Pick<Site, 'slug' | 'formerSlugs'>>(
  sites: readonly Named[],
  name: string,
): Named | undefined =>
  sites.find(({ slug }) => slug === name) ?? sites.find(({ formerSlugs }) => formerSlugs?.includes(name));
