import path from 'node:path';
import type { Pose } from '@overlook/shared/maths';
import type { SitePlan } from '@overlook/shared/schemas';
import { runLimited } from '../../process/limited-process.ts';
import type { PublishFs } from '../../errors/publish-fs.ts';
import { type VersionFolder, modelUrl, publishedAt, versionFolder } from '../../storage/version-folders.ts';
import { type DrawnPlan, HOME_PICTURE, type PlanRequest } from './draw-plan.ts';

/** A published version, registered or about to be. */
export interface PlanSource {
  folder: VersionFolder;
  /** The `tileset.json` or `models.json` below it. */
  entry: string;
}

export interface PlanContext {
  /** `<DATA_DIR>/files` */
  readonly filesDir: string;
  readonly fs: PublishFs;
  /** Memory that the drawing process may take, MiB. */
  readonly memoryMb: number;
  /** The home view of the site, whose picture is drawn too; null where there is none. */
  readonly home: Pose | null;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (() => void) | undefined;
}

/** See {@link makePlan}; a parameter where tests need no picture. */
export type PlanMaker = (source: PlanSource, context: PlanContext) => Promise<SitePlan | null>;

/** Below a version's folder, so that the plan is served, replaced and removed with the layer it shows. */
const PLAN_FOLDER = 'site-plan';

/**
 * Draws the plan of a published layer in a limited process and stores it below the layer's own folder, either complete
 * or not at all. Null when there is nothing to draw. Throws `ImportRefusedError` or `ProcessEndedError` where the layer
 * cannot be drawn.
 */
export const makePlan: PlanMaker = async (source, { filesDir, fs, home, ...options }) => {
  const version = versionFolder(filesDir, source.folder);
  const final = path.join(version, PLAN_FOLDER);
  const part = `${final}.part`;
  // Of a process that was killed.
  await fs.remove(part);
  const { entry } = source;
  const view = home && { pose: home, isDark: source.folder.layer === 'cad' };
  const request: PlanRequest = { versionFolder: version, entry, outFolder: part, home: view };
  try {
    const worker = { worker: 'plan-worker', base: import.meta.url };
    const drawn = await runLimited<DrawnPlan | null>(worker, request, options);
    if (!drawn) return null;
    await fs.remove(final);
    await fs.rename(part, final);
    await fs.sync(version, 'folder');
    const { hasHomePicture, ...plan } = drawn;
    const url = modelUrl(source.folder, PLAN_FOLDER);
    return {
      tilesUrl: `${url}/{z}/{x}/{y}.webp`,
      ...plan,
      madeAt: publishedAt(source.folder.version).toISOString(),
      ...(hasHomePicture && { homePictureUrl: `${url}/${HOME_PICTURE}` }),
    };
  } finally {
    await fs.remove(part);
  }
};
