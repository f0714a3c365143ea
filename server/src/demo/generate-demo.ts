import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Lla, type Vec3, enuFrame, transformDirection, transformPoint } from '@overlook/shared/maths';
import type { DescribedPhoto } from '../publish/photos/register-photos.ts';
import type { EnuPose, PlantDescription, PlantPhoto, SavedPlace } from './plant/types.ts';
import { SITE_SLUGS, type SiteSlug, captureDays, describeSite } from './plant/sites.ts';
import { type DemoDetail, qualityAt } from './quality.ts';
import { photoPlace } from './views/photo-camera-enu.ts';
import { photoPicture, photosAt, placePicture } from './views/site-pictures.ts';
import { buildSite } from './work/build-site.ts';
import type { LayerTotals } from './work/site-layers.ts';
import { WorkerPool } from './work/pool.ts';

/** The layers of a demo site as they were on one day. */
export interface DemoCapture {
  /** Like 2026-03-14; null where no day is stated. */
  readonly takenOn: string | null;
  /** Folders with a tileset.json. */
  readonly layers: {
    readonly textured?: string;
    readonly shaded?: string;
    readonly points?: string;
    readonly cad?: string;
  };
  /** LAS files of the exact cloud, in ENU metres of the site; none for a site without one. */
  readonly cloudFiles: readonly string[];
  readonly totals: Partial<Record<'textured' | 'shaded' | 'points' | 'cad', LayerTotals>>;
}

/** A demo site on disk, ready to be published: its newest capture, with all that belongs to the site. */
export interface DemoSite extends DemoCapture {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  /** Ground point of the site: centre of its ENU frame. */
  readonly origin: Lla;
  /** The home view: ECEF metres and unit vectors. */
  readonly homePose: { readonly positionEcef: Vec3; readonly directionEcef: Vec3; readonly upEcef: Vec3 };
  /** Views that demo accounts have saved, each with its picture, a JPEG file. */
  readonly places: readonly (Pick<SavedPlace, 'name' | 'description' | 'owner'> & {
    readonly pose: DemoSite['homePose'];
    readonly pictureFile: string;
  })[];
  readonly photos: readonly DemoPhoto[];
  /** Its other captures, earliest first. */
  readonly earlier: readonly DemoCapture[];
}

/** Which captures of the sites are made. */
export type DemoCaptures = 'all' | 'newest';

/** A photo as it is stored, and its JPEG file. */
export interface DemoPhoto {
  readonly pictureFile: string;
  readonly described: DescribedPhoto;
}

export interface DemoOptions {
  readonly outDir: string;
  /** Called with the current step and the finished share of all work, 0 to 1. */
  readonly onProgress?: (stage: string, fraction: number) => void;
  readonly signal?: AbortSignal;
  /** 1 gives the full demo; less gives fewer and smaller tiles, for tests. Above 0, at most 1. */
  readonly scale?: number;
  /** `full` unless given. */
  readonly detail?: DemoDetail;
  /** `all` unless given. */
  readonly captures?: DemoCaptures;
  /** Worker threads; as many as there are cores, up to 4. The result does not depend on it. */
  readonly workers?: number;
  /** The sites to make; all of them unless given. */
  readonly slugs?: readonly SiteSlug[];
}

/** Each site's share of the whole work, without and with its earlier captures. */
const WEIGHTS: Readonly<Record<SiteSlug, Readonly<Record<DemoCaptures, number>>>> = {
  ridgeway: { newest: 0.88, all: 1.12 },
  'harbour-tank-farm': { newest: 0.12, all: 0.12 },
};
const LIGHT_SHARE = 0.3;

/**
 * Makes the demo sites from their descriptions: the same bytes on every run. Rejects with the signal's reason when
 * aborted, and with a RangeError for a wrong scale; the caller must then remove the files that were written in
 * `outDir`.
 */
export async function generateDemo(options: DemoOptions): Promise<DemoSite[]> {
  const { onProgress, signal, scale = 1, captures = 'all', workers, slugs = SITE_SLUGS } = options;
  signal?.throwIfAborted();
  // Refuses a wrong scale before any thread starts.
  qualityAt(scale);
  const pool = new WorkerPool(workers ?? Math.min(4, availableParallelism()));
  try {
    const sites: DemoSite[] = [];
    const total = slugs.reduce((sum, slug) => sum + WEIGHTS[slug][captures], 0);
    let done = 0;
    for (const slug of slugs) {
      const weight = WEIGHTS[slug][captures];
      sites.push(
        await generateSite(pool, slug, options, (step, share) => onProgress?.(step, (done + weight * share) / total)),
      );
      done += weight;
    }
    return sites;
  } finally {
    await pool.destroy();
  }
}

/** Makes the newest capture of a site, and then the others from what differs. */
async function generateSite(
  pool: WorkerPool,
  slug: SiteSlug,
  { outDir, signal, scale = 1, detail = 'full', captures = 'all' }: DemoOptions,
  onProgress: (step: string, share: number) => void,
): Promise<DemoSite> {
  const plant = describeSite(slug);
  const folder = join(outDir, slug);
  const days = captureDays(slug);
  const earlierDays = captures === 'all' ? days.slice(0, -1) : [];
  const newestShare = WEIGHTS[slug].newest / WEIGHTS[slug][captures];
  const report = (name: string, from: number, to: number) => (stage: string, fraction: number) => {
    const within = stage === 'light' ? fraction * LIGHT_SHARE : LIGHT_SHARE + fraction * (1 - LIGHT_SHARE);
    onProgress(`${name}: ${stage}`, from + (to - from) * within);
  };
  const newestDay = days.at(-1) ?? null;
  const request = { slug, scale, detail };
  const onNewest = report(plant.name, 0, newestShare);
  const newest = await buildSite(pool, { ...request, takenOn: newestDay, outDir: folder }, null, onNewest, signal);
  const earlier: DemoCapture[] = [];
  for (const [i, takenOn] of earlierDays.entries()) {
    const share = (1 - newestShare) / earlierDays.length;
    const from = newestShare + i * share;
    const onEarlier = report(`${plant.name}, ${takenOn}`, from, from + share);
    const at = { ...request, takenOn, outDir: join(folder, `${takenOn}`) };
    const { base: _, ...built } = await buildSite(pool, at, newest.base, onEarlier, signal);
    earlier.push({ takenOn, ...built });
  }
  const { layers, totals, cloudFiles } = newest;
  return {
    slug,
    name: plant.name,
    description: plant.description,
    origin: plant.origin,
    homePose: poseEcef(plant.origin, plant.homePose),
    places: placesOf(plant, folder),
    photos: photosAt(plant, scale).map((photo) => describePhoto(plant, photo, folder)),
    takenOn: newestDay,
    layers,
    cloudFiles,
    totals,
    earlier,
  };
}

function poseEcef(origin: Lla, { position, direction, up }: EnuPose): DemoSite['homePose'] {
  const { ecefFromEnu } = enuFrame(origin);
  return {
    positionEcef: transformPoint(ecefFromEnu, position),
    directionEcef: transformDirection(ecefFromEnu, direction),
    upEcef: transformDirection(ecefFromEnu, up),
  };
}

const placesOf = ({ origin, places }: PlantDescription, folder: string): DemoSite['places'] =>
  places.map(({ name, description, owner, pose }, i) => ({
    name,
    description,
    owner,
    pose: poseEcef(origin, pose),
    pictureFile: join(folder, placePicture(i)),
  }));

function describePhoto({ origin }: PlantDescription, photo: PlantPhoto, folder: string): DemoPhoto {
  const { name, heightType, angles, lens, camera, takenAt } = photo;
  return {
    pictureFile: join(folder, photoPicture(photo)),
    described: {
      name,
      heightType,
      position: photoPlace(origin, photo),
      projection: lens.projection,
      ...angles,
      anglesSource: 'table',
      hfovDeg: lens.projection === 'perspective' ? lens.hfovDeg : null,
      isPoseMeasured: true,
      accuracyM: 0.02,
      altitudeSource: 'ellipsoidal',
      takenAt,
      hasZone: true,
      camera,
      sourceName: `${name}.jpg`,
      details: [],
    },
  };
}
