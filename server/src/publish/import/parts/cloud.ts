import { registerCloud, settleCloud, storeCloud, type StoredCloud, withdrawCloud } from '../../points/cloud-store.ts';
import type { ImportPart, ImportWork } from '../import-part.ts';

/** The exact points of a converted cloud. A layer of points without them removes those of the capture that it replaces. */
export function cloudPart({ converted: { points }, captures, surroundings }: ImportWork): ImportPart {
  let cloud: StoredCloud | null = null;
  return {
    async store() {
      if (points) cloud = await storeCloud(points, surroundings);
    },
    async register(tx, site) {
      for (const { id: captureId, layer } of captures)
        if (layer === 'points') await registerCloud(tx, { siteId: site.id, captureId }, cloud);
    },
    async withdraw() {
      if (cloud) await withdrawCloud(cloud, surroundings.db, surroundings);
    },
    settle: () => settleCloud(cloud, surroundings),
  };
}
