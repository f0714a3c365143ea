import type { Pose } from '@overlook/shared/maths';
import type { SitePlan } from '@overlook/shared/schemas';
import { runLimited } from '../../process/limited-process.ts';
import type { StoredFolders } from '../../storage/folders/stored-folders.ts';
import { type VersionFolder, modelUrl, publishedAt, versionName } from '../../storage/version-folders.ts';
import { suffixOfEntry } from '../../storage/moved-entries.ts';
import { type DrawnPlan, HOME_PICTURE, type PlanRequest } from './draw-plan.ts';

/** A published version, registered or about to be. */
export interface PlanSource {
  folder: VersionFolder;
  /** The `tileset.json` or `models.json` below it. */
  entry: string;
}

export interface PlanContext {
  readonly folders: StoredFolders;
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
export const makePlan: PlanMaker = async (source, { folders, home, ...options }) => {
  const { folder, entry } = source;
  const version = versionName(folder);
  const name = PLAN_FOLDER + suffixOfEntry(entry);
  const view = home && { pose: home, isDark: folder.layer === 'cad' };
  const drawn = await folders.make(version, name, (outFolder) =>
    folders.with(version, (root) => {
      const request: PlanRequest = { versionFolder: root, entry, outFolder, home: view };
      return runLimited<DrawnPlan | null>({ worker: 'plan-worker', base: import.meta.url }, request, options);
    }),
  );
  if (!drawn) return null;
  const { hasHomePicture, ...plan } = drawn;
  const url = modelUrl(folder, name);
  return {
    tilesUrl: `${url}/{z}/{x}/{y}.webp`,
    ...plan,
    madeAt: publishedAt(folder.version).toISOString(),
    ...(hasHomePicture && { homePictureUrl: `${url}/${HOME_PICTURE}` }),
  };
};
