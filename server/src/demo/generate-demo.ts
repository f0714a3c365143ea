import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Lla, type Vec3, enuFrame, transformDirection, transformPoint } from '@overlook/shared/maths';
import type { PlantDescription } from './plant/types.ts';
import { SITE_SLUGS, describeSite } from './plant/sites.ts';
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
  /** Told what is being made and how much of everything is done, 0 to 1. */
  readonly onProgress?: (stage: string, fraction: number) => void;
  readonly signal?: AbortSignal;
  /** 1 is the demo as people see it; less makes fewer and smaller tiles, for tests. Over 0, at most 1. */
  readonly scale?: number;
  /** Worker threads; as many as there are cores, up to 4. The result does not depend on it. */
  readonly workers?: number;
}

/** Share of the whole that each site's build takes. */
const WEIGHTS: Readonly<Record<string, number>> = { ridgeway: 0.88, 'harbour-tank-farm': 0.12 };
const LIGHT_SHARE = 0.3;

/**
 * Makes the demo sites from their descriptions: the same bytes on every run. Rejects with the signal's reason when
 * aborted, and with a RangeError for a wrong scale; what was written so far then stays in `outDir` for the caller to
 * remove.
 */
export async function generateDemo({
  outDir,
  onProgress,
  signal,
  scale = 1,
  workers,
}: DemoOptions): Promise<DemoSite[]> {
  const pool = new WorkerPool(workers ?? Math.min(4, availableParallelism()));
  try {
    const sites: DemoSite[] = [];
    let done = 0;
    for (const slug of SITE_SLUGS) {
      const plant = describeSite(slug);
      const report = (stage: string, fraction: number) => {
        const within = stage === 'light' ? fraction * LIGHT_SHARE : LIGHT_SHARE + fraction * (1 - LIGHT_SHARE);
        onProgress?.(`${plant.name}: ${stage}`, done + WEIGHTS[slug]! * within);
      };
      const { layers, totals } = await buildSite(pool, slug, join(outDir, slug), scale, report, signal);
      sites.push({
        slug,
        name: plant.name,
        description: plant.description,
        origin: plant.origin,
        homePose: homePoseEcef(plant),
        layers,
        totals,
      });
      done += WEIGHTS[slug]!;
    }
    return sites;
  } finally {
    await pool.destroy();
  }
}

function homePoseEcef({ origin, homePose }: PlantDescription): DemoSite['homePose'] {
  const { toEcef } = enuFrame(origin);
  return {
    positionEcef: transformPoint(toEcef, homePose.position),
    directionEcef: transformDirection(toEcef, homePose.direction),
    upEcef: transformDirection(toEcef, homePose.up),
  };
}
