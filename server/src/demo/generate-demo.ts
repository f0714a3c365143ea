import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Lla, type Vec3, enuFrame, transformDirection, transformPoint } from '@overlook/shared/maths';
import type { EnuPose, PlantDescription, SavedPlace } from './plant/types.ts';
import { SITE_SLUGS, type SiteSlug, describeSite } from './plant/sites.ts';
import { qualityAt } from './quality.ts';
import { drawViews } from './views/draw-view.ts';
import { type LayerTotals, buildSite } from './work/build-site.ts';
import { WorkerPool } from './work/pool.ts';

/** A demo site on disk, ready to be published. */
export interface DemoSite {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  /** Ground point of the site: centre of its ENU frame. */
  readonly origin: Lla;
  /** The view that greets people: ECEF metres and unit vectors. */
  readonly homePose: { readonly positionEcef: Vec3; readonly directionEcef: Vec3; readonly upEcef: Vec3 };
  /** Views that demo accounts have saved, each with its picture, a JPEG file. */
  readonly places: readonly (Pick<SavedPlace, 'name' | 'description' | 'owner'> & {
    readonly pose: DemoSite['homePose'];
    readonly pictureFile: string;
  })[];
  /** Folders with a tileset.json. */
  readonly layers: {
    readonly textured?: string;
    readonly shaded?: string;
    readonly points?: string;
    readonly cad?: string;
  };
  readonly totals: Partial<Record<'textured' | 'shaded' | 'points' | 'cad', LayerTotals>>;
}

export interface DemoOptions {
  readonly outDir: string;
  /** Called with what is being made and the share of everything that is done, 0 to 1. */
  readonly onProgress?: (stage: string, fraction: number) => void;
  readonly signal?: AbortSignal;
  /** 1 is the demo as people see it; less makes fewer and smaller tiles, for tests. Over 0, at most 1. */
  readonly scale?: number;
  /** Worker threads; as many as there are cores, up to 4. The result does not depend on it. */
  readonly workers?: number;
  /** The sites to make; all of them unless given. */
  readonly slugs?: readonly SiteSlug[];
}

/** Share of the whole that each site's build takes. */
const WEIGHTS: Readonly<Record<SiteSlug, number>> = { ridgeway: 0.88, 'harbour-tank-farm': 0.12 };
const LIGHT_SHARE = 0.3;

/**
 * Makes the demo sites from their descriptions: the same bytes on every run. Rejects with the signal's reason when
 * aborted, and with a RangeError for a wrong scale; what was written so far then stays in `outDir` for the caller to
 * remove.
 */
export async function generateDemo(options: DemoOptions): Promise<DemoSite[]> {
  const { outDir, onProgress, signal, scale = 1, workers, slugs = SITE_SLUGS } = options;
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
      const { layers, totals } = await buildSite(pool, slug, join(outDir, slug), scale, report, signal);
      sites.push({
        slug,
        name: plant.name,
        description: plant.description,
        origin: plant.origin,
        homePose: poseEcef(plant.origin, plant.homePose),
        places: await drawPlaces(plant, join(outDir, slug), scale),
        layers,
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
  const { toEcef } = enuFrame(origin);
  return {
    positionEcef: transformPoint(toEcef, position),
    directionEcef: transformDirection(toEcef, direction),
    upEcef: transformDirection(toEcef, up),
  };
}

/** Size of the pictures of Places, pixels, at the scale of 1. */
const PICTURE = { width: 1280, height: 720 } as const;

async function drawPlaces(plant: PlantDescription, folder: string, scale: number): Promise<DemoSite['places']> {
  const [width, height] = [PICTURE.width, PICTURE.height].map((side) => Math.ceil(side * Math.sqrt(scale)));
  const { origin, places } = plant;
  const poses = places.map(({ pose }) => pose);
  const pictures = await drawViews(plant, poses, { width: width!, height: height! });
  return Promise.all(
    places.map(async ({ name, description, owner, pose }, i) => {
      const pictureFile = join(folder, `place-${i + 1}.jpg`);
      await writeFile(pictureFile, pictures[i]!);
      return { name, description, owner, pose: poseEcef(origin, pose), pictureFile };
    }),
  );
}
