/** Address of the picture of a site: its own, or one of its snapshots. It answers 404 where there is neither. */
export const siteAvatarUrl = (siteId: number): string => `/api/files/snapshots/random/site/${siteId}`;
