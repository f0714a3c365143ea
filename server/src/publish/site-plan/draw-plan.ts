import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Pose } from '@overlook/shared/maths';
import type { SitePlan } from '@overlook/shared/schemas';
import { SourceFolder } from '../../storage/source-folder.ts';
import { SurfaceReader } from './content-surfaces.ts';
import { drawSurface } from './draw-surface.ts';
import { drawHomePicture } from './home-picture.ts';
import { PlanCanvas } from './plan-canvas.ts';
import { boundsInDegrees, frameOf, growBounds, metresPerCanvasPixel, noBounds, onMap } from './plan-frame.ts';
import { halfOf, halfOfCanvas, tilesOf } from './plan-pyramid.ts';
import type { CutContent } from '../contents/content-models.ts';
import { cutTileset } from './tile-cut.ts';

/** What is to be drawn. */
export interface PlanRequest {
  /** Folder of the published version. */
  versionFolder: string;
  /** The `tileset.json` or `models.json` below it. */
  entry: string;
  /** Folder for the pictures, `<zoom>/<column>/<row>.webp`; it is made. */
  outFolder: string;
  /** The home view, whose picture is drawn too; null for none. */
  home: HomeView | null;
}

export interface HomeView {
  pose: Pose;
  /** The layer is shown on a dark ground. */
  isDark: boolean;
}

/** The map's extent and zooms, and whether {@link HOME_PICTURE} was drawn; without the place of the pictures. */
export interface DrawnPlan extends Pick<SitePlan, 'bounds' | 'minZoom' | 'maxZoom'> {
  hasHomePicture: boolean;
}

/** The picture of the home view, below the folder for the pictures. */
export const HOME_PICTURE = 'home.webp';

/** A cut as coarse as this shows the extent of a site. */
const EXTENT_TILES = 64;
/** Largest number of tiles in a cut; a tile may have a megabyte. */
const MOST_TILES = 2000;
/** A tile is fine enough where its error is this many pixels of the finest picture: viewers use 16 and more. */
const FINE_ENOUGH_PX = 8;
/** Tiles of the picture of the home view: of at most this error, and this many where that are too many. */
const HOME_ERROR_M = 1;
const HOME_TILES = 200;
/** The coarsest picture is no wider than this, pixels. */
const COARSEST_PX = 64;
/** Fine tiles may extend beyond coarse ones: the frame is enlarged by this share of its size on each side. */
const MARGIN = 0.01;

/**
 * Draws a published layer straight from above, north up, as map tiles in Web Mercator. Null when there is nothing to
 * draw. Contents that cannot be read are left out. Throws `ContentError` and `ImportRefusedError` for a damaged tileset.
 */
export async function drawPlan(
  { versionFolder, entry, outFolder, home }: PlanRequest,
  onProgress: () => void = () => {},
): Promise<DrawnPlan | null> {
  const folder = new SourceFolder(versionFolder);
  const reader = new SurfaceReader(folder);
  const coarse = await cutTileset(folder, entry, { fineEnough: 0, mostTiles: EXTENT_TILES });
  const bounds = noBounds();
  for await (const surface of eachSurface(reader, coarse, onProgress))
    growBounds(bounds, onMap(surface.positions, surface.toEcef));
  widen(bounds);
  const frame = frameOf(bounds);
  if (!frame) return null;
  const canvas = new PlanCanvas(frame.width, frame.height, bounds.lowest, bounds.highest);
  const fineEnough = FINE_ENOUGH_PX * 2 * metresPerCanvasPixel(frame);
  const fine = await cutTileset(folder, entry, { fineEnough, mostTiles: MOST_TILES });
  for await (const surface of eachSurface(reader, fine, onProgress)) await drawSurface(canvas, surface, frame);
  let image = halfOfCanvas(canvas, frame.zoom, frame.x, frame.y);
  const maxZoom = image.zoom;
  for (;;) {
    for await (const { zoom, column, row, webp } of tilesOf(image)) {
      const column0 = path.join(outFolder, String(zoom), String(column));
      await mkdir(column0, { recursive: true });
      await writeFile(path.join(column0, `${row}.webp`), webp);
      onProgress();
    }
    if (Math.max(image.width, image.height) <= COARSEST_PX || image.zoom === 0) break;
    image = halfOf(image);
  }
  const plan = { bounds: boundsInDegrees(bounds), minZoom: image.zoom, maxZoom };
  if (!home) return { ...plan, hasHomePicture: false };
  const seen = await cutTileset(folder, entry, { fineEnough: HOME_ERROR_M, mostTiles: HOME_TILES });
  const picture = await drawHomePicture(eachSurface(reader, seen, onProgress), home.pose, home.isDark);
  if (picture) await writeFile(path.join(outFolder, HOME_PICTURE), picture);
  return { ...plan, hasHomePicture: picture !== null };
}

async function* eachSurface(reader: SurfaceReader, contents: readonly CutContent[], onProgress: () => void) {
  for (const content of contents) {
    onProgress();
    try {
      yield* reader.read(content);
    } catch {
      // A plan with a hole is better than none; the import has already reported the fault of the content.
    }
  }
}

function widen(bounds: ReturnType<typeof noBounds>): void {
  const margin = MARGIN * Math.max(bounds.east - bounds.west, bounds.south - bounds.north);
  bounds.west -= margin;
  bounds.east += margin;
  bounds.north -= margin;
  bounds.south += margin;
}
