import { registerCloud, settleCloud, storeCloud, type StoredCloud, withdrawCloud } from '../../points/cloud-store.ts';
import type { ImportPart, ImportWork } from '../import-part.ts';

/** The exact points of a converted cloud. A layer of points without them removes those of the layer that it replaces. */
export function cloudPart({ converted: { points }, written, surroundings }: ImportWork): ImportPart {
  let cloud: StoredCloud | null = null;
  let replaced: string | null = null;
  return {
    async store() {
      if (points) cloud = await storeCloud(points, surroundings);
    },
    async register(tx, site) {
      if (written.some(({ folder }) => folder.layer === 'points')) replaced = await registerCloud(tx, site.id, cloud);
    },
    async withdraw() {
      if (cloud) await withdrawCloud(cloud, surroundings.db, surroundings);
    },
    settle: () => settleCloud(cloud, replaced, surroundings),
  };
}
