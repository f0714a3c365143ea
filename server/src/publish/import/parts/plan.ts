import { poseOfCamera } from '@overlook/shared/maths';
import { registerPlan } from '../../register/register-capture.ts';
import { homeOfImport } from '../../register/register-site.ts';
import type { WrittenLayer } from '../../register/write-layer.ts';
import { type BestPlan, drawBestPlan } from '../../site-plan/best-plan.ts';
import type { ImportPart, ImportWork } from '../import-part.ts';

/** The plan of the best layer with a picture from the home view. Both lie beside the layer's tiles and are withdrawn with them. */
export function planPart(work: ImportWork): ImportPart {
  const { db, makePlan, folders, signal, memoryMb, onProgress } = work.surroundings;
  let drawn: BestPlan<WrittenLayer & { entry: string }> | null = null;
  return {
    async store() {
      if (!makePlan || work.written.length === 0) return;
      const cornersEcef = work.checked.flatMap((layer) => layer.cornersEcef);
      const home = poseOfCamera(await homeOfImport(db, work.request, cornersEcef));
      let done = 0;
      drawn = await drawBestPlan(
        work.written.map((layer) => ({ ...layer, entry: layer.checked.entry })),
        makePlan,
        {
          folders,
          signal,
          memoryMb,
          home,
          onProgress: () => onProgress({ phase: 'drawing plan', layer: null, done: ++done, total: null }),
        },
      );
      if (!drawn.source) work.warnings.push(`The minimap shows no plan of this site. ${drawn.reason}`);
    },
    async register(tx) {
      if (!drawn?.source) return;
      const { source, plan } = drawn;
      const drawnFrom = work.captures.find(({ layer }) => layer === source.folder.layer);
      await registerPlan(tx, drawnFrom!.id, plan);
    },
  };
}
