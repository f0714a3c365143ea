import { type EnuFrame, enuFrame, llaFromEcef, polygonArea, transformPoint, type Vec3 } from '@overlook/shared/maths';
import type { ExportBox, Volume, VolumeBase } from '@overlook/shared/schemas';
import { type FlatBase, type HeightPoints, measureVolume } from '@overlook/shared/volumes';
import { cropCloud } from '../crop/crop-cloud.ts';
import { planCrop } from '../crop/plan-crop.ts';
import { openFrame } from '../open-frame.ts';
import { type PlacedCloud, placedFrame } from '../placed-frame.ts';
import { coordinatesOf, RECORD_WORDS, recordWords } from '../record.ts';
import { openPointStore, type PointStore } from '../store/open-store.ts';
import { createHeightList } from './height-list.ts';
import { levelAbove, unlevelled } from './level-surface.ts';

export interface StoredVolumeQuestion {
  readonly cloud: PlacedCloud;
  readonly rimEcef: readonly Vec3[];
  readonly base: Exclude<VolumeBase, { kind: 'capture' }> | { readonly kind: 'cloud'; readonly cloud: PlacedCloud };
  readonly stepM: number | null;
  readonly heightErrorM: number;
}

/** Why there is no volume: too few points in the rim, or more than one question may read. */
export type VolumeRefusal = 'fewPoints' | 'manyPoints';
export type StoredVolume = Volume | VolumeRefusal;

/** Of the surface in a rim: more add nothing but time. Denser clouds are thinned to one point a voxel. */
const POINTS_WANTED = 1_000_000;
/** Points in a rim that are kept, with what stands upright. */
const POINTS_MOST = 6_000_000;
/** Points of nodes that meet the rim: some 10 s. */
const READ_MOST = 60_000_000;
/** Half the height of the box around the rim in which points are looked for. */
const REACH_M = 200;

/**
 * Measures the volume between the exact points in a rim and a base. Heights are above the level surface through the middle of the rim, so that
 * Earth's curvature is no height. Throws `DamagedStoreError`, and what the file system throws. Blocks its thread for seconds.
 */
export async function measureInStore(question: StoredVolumeQuestion): Promise<StoredVolume> {
  const { rimEcef, base, stepM, heightErrorM } = question;
  const { middleEcef, horizontal: areaM2 } = polygonArea(rimEcef);
  const origin = llaFromEcef(middleEcef);
  const place: Place = { frame: enuFrame(origin), rimEcef, areaM2 };
  const rim = rimEcef.map((corner) => levelAbove(transformPoint(place.frame.enuFromEcef, corner)));
  const points = await heightsIn(question.cloud, place);
  const below = base.kind === 'cloud' ? await heightsIn(base.cloud, place) : null;
  if (!points || (base.kind === 'cloud' && !below)) return 'manyPoints';
  const measured = measureVolume({
    rim,
    points,
    base: below ? { kind: 'points', points: below } : flatBase(base as FlatVolumeBase, origin.height),
    stepM,
    heightErrorM,
  });
  if (!measured) return 'fewPoints';
  const { contours, ...figures } = measured;
  return {
    ...figures,
    contours: contours.map(({ levelM, line }) => ({
      levelM,
      ringEcef: line.map((corner) => transformPoint(place.frame.ecefFromEnu, unlevelled(corner))),
    })),
  };
}

type FlatVolumeBase = Exclude<StoredVolumeQuestion['base'], { kind: 'cloud' }>;

const flatBase = (base: FlatVolumeBase, originHeightM: number): FlatBase =>
  base.kind === 'height' ? { kind: 'height', upM: base.heightM - originHeightM } : base;

interface Place {
  /** At the middle of the rim. */
  readonly frame: EnuFrame;
  readonly rimEcef: readonly Vec3[];
  readonly areaM2: number;
}

/** The points of a cloud in a box around the rim; null where they are too many. */
async function heightsIn({ folder, moveEcef }: PlacedCloud, place: Place): Promise<HeightPoints | null> {
  const store = await openPointStore(folder);
  try {
    return await heightsOf(store, moveEcef, place);
  } finally {
    store.close();
  }
}

async function heightsOf(
  store: PointStore,
  moveEcef: PlacedCloud['moveEcef'],
  place: Place,
): Promise<HeightPoints | null> {
  const { description } = store;
  const frame = placedFrame(openFrame(description.frame), moveEcef);
  const box = boxAround(place);
  const { nodes } = planCrop(store, { grid: description, frame }, box);
  if (nodes.reduce((sum, { node }) => sum + node.points, 0) > READ_MOST) return null;
  const list = createHeightList(POINTS_MOST);
  const ecef = new Float64Array(3);
  await cropCloud(store, frame, box, Math.sqrt(place.areaM2 / POINTS_WANTED), (records, count) => {
    const words = recordWords(records, count);
    for (let i = 0; i < count; i++) {
      const at = i * RECORD_WORDS;
      frame.toEcef(coordinatesOf(description, [words[at]!, words[at + 1]!, words[at + 2]!]), ecef);
      list.add(levelAbove(transformPoint(place.frame.enuFromEcef, [ecef[0]!, ecef[1]!, ecef[2]!])));
    }
  });
  return list.isFull() ? null : list.heights();
}

/** Flat east, north and up of the rim's middle. */
function boxAround({ frame, rimEcef }: Place): ExportBox {
  const corners = rimEcef.map((corner) => transformPoint(frame.enuFromEcef, corner));
  const [low, high] = [Math.min, Math.max].map((pick) =>
    [0, 1, 2].map((axis) => pick(...corners.map((c) => c[axis]!))),
  );
  const middle = low!.map((value, axis) => (value + high![axis]!) / 2) as Vec3;
  const [centerX, centerY, centerZ] = transformPoint(frame.ecefFromEnu, middle);
  const [sizeX, sizeY, tall] = high!.map((value, axis) => value - low![axis]!) as Vec3;
  return { centerX, centerY, centerZ, sizeX, sizeY, sizeZ: tall + 2 * REACH_M, degrees: 0 };
}
