import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Lla, type Vec3, enuFrame, transformDirection, transformPoint } from '@overlook/shared/maths';
import type { DescribedPhoto } from '../publish/photos/register-photos.ts';
import type { EnuPose, PlantDescription, PlantPhoto, SavedPlace } from './plant/types.ts';
import { SITE_SLUGS, type SiteSlug, describeSite } from './plant/sites.ts';
import { type DemoDetail, qualityAt } from './quality.ts';
import { photoPlace } from './views/photo-camera-enu.ts';
import { photoPicture, photosAt, placePicture } from './views/site-pictures.ts';
import { type LayerTotals, buildSite } from './work/build-site.ts';
import { WorkerPool } from './work/pool.ts';

/** A demo site on disk, ready to be published. */
export interface DemoSite {
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
  /** Worker threads; as many as there are cores, up to 4. The result does not depend on it. */
  readonly workers?: number;
  /** The sites to make; all of them unless given. */
  readonly slugs?: readonly SiteSlug[];
}

/** Each site's share of the whole work. */
const WEIGHTS: Readonly<Record<SiteSlug, number>> = { ridgeway: 0.88, 'harbour-tank-farm': 0.12 };
const LIGHT_SHARE = 0.3;

/**
 * Makes the demo sites from their descriptions: the same bytes on every run. Rejects with the signal's reason when
 * aborted, and with a RangeError for a wrong scale; the caller must then remove the files that were written in
 * `outDir`.
 */
export async function generateDemo(options: DemoOptions): Promise<DemoSite[]> {
  const { outDir, onProgress, signal, scale = 1, detail = 'full', workers, slugs = SITE_SLUGS } = options;
  signal?.throwIfAborted();
  // Refuses a wrong scale before any thread starts.
  qualityAt(scale);
  const pool = new WorkerPool(workers ?? Math.min(4, availableParallelism()));
  try {
    const sites: DemoSite[] = [];
    const total = slugs.reduce((sum, slug) => sum + WEIGHTS[slug], 0);
    let done = 0;
    for (const slug of slugs) {
      const plant = describeSite(slug);
      const report = (stage: string, fraction: number) => {
        const within = stage === 'light' ? fraction * LIGHT_SHARE : LIGHT_SHARE + fraction * (1 - LIGHT_SHARE);
        onProgress?.(`${plant.name}: ${stage}`, (done + WEIGHTS[slug] * within) / total);
      };
      const { layers, totals, cloudFiles } = await buildSite(
        pool,
        slug,
        join(outDir, slug),
        { scale, detail },
        report,
        signal,
      );
      sites.push({
        slug,
        name: plant.name,
        description: plant.description,
        origin: plant.origin,
        homePose: poseEcef(plant.origin, plant.homePose),
        places: placesOf(plant, join(outDir, slug)),
        photos: photosAt(plant, scale).map((photo) => describePhoto(plant, photo, join(outDir, slug))),
        layers,
        cloudFiles,
        totals,
      });
      done += WEIGHTS[slug];
    }
    return sites;
  } finally {
    await pool.destroy();
  }
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
