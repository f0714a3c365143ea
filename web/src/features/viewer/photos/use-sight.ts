import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { NearbyPhoto } from '@overlook/shared/schemas';
import type { PhotoSight, Stage } from '@overlook/engine';
import { type AskedPoint, photos } from '../../../state/photos.ts';
import { stagePhotos } from './stage-photos.ts';

/** The visibility of the point in each photo, by the id of the photo. */
export type SightByPhoto = ReadonlyMap<number, PhotoSight>;

/**
 * The photos that show the requested point or object, by the model on a stage; computed again when that has changed.
 * Null in camera mode and until it is known.
 */
export function useSight(stage: Stage | null): SightByPhoto | null {
  const { asked, found, status } = useSnapshot(photos);
  const [known, setKnown] = useState<{ found: unknown; sight: SightByPhoto } | null>(null);
  useEffect(() => {
    if (!stage || !asked || status !== 'found') return undefined;
    let asking = 0;
    let answered = 0;
    const ask = () => {
      const question = ++asking;
      const answer = (sight: SightByPhoto) => {
        // An answer of an older model may come later than that of a newer one.
        if (question < answered) return;
        answered = question;
        setKnown({ found, sight });
      };
      void sightOf(stage, asked as AskedPoint, found as readonly NearbyPhoto[]).then(answer, (error: unknown) =>
        console.warn('Which photos see the point could not be found out.', error),
      );
    };
    ask();
    const end = stage.on('sightChange', ask);
    return () => {
      answered = Infinity;
      end();
    };
  }, [stage, asked, found, status]);
  // Known results are kept while the same point is refined.
  return asked && known && known.found === found ? known.sight : null;
}

async function sightOf(
  stage: Stage,
  { pointEcef, errorMetres, object }: AskedPoint,
  found: readonly NearbyPhoto[],
): Promise<SightByPhoto> {
  const sights = await stage.sight(pointEcef, stagePhotos(found), { errorMetres, sizeEnu: object?.sizeEnu ?? null });
  return new Map(sights.map((sight) => [Number(sight.photoId), sight]));
}

const ORDER = ['sees', 'part', 'hidden', 'outside', 'unknown'] as const;

/** Photos that show the point come first, each group in its old order; with `isNarrowed` the others are omitted. */
export function bySight(
  found: readonly NearbyPhoto[],
  sight: SightByPhoto,
  isNarrowed: boolean,
): readonly NearbyPhoto[] {
  const rank = ({ id }: NearbyPhoto) => ORDER.indexOf(sight.get(id)?.verdict ?? 'unknown');
  const kept = isNarrowed ? found.filter((photo) => rank(photo) === 0) : found;
  return kept.toSorted((a, b) => rank(a) - rank(b));
}

export const countSeeing = (sight: SightByPhoto): number =>
  [...sight.values()].filter(({ verdict }) => verdict === 'sees').length;
