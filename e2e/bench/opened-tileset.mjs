/** A tileset of the demo site as a stage opens it, without a browser: what it asks for over a link, picture by picture. */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { llaFromEcef, enuFrame } from '@overlook/shared/maths';
import { readTileset } from '../../web/engine/src/tiles/external-tiles.ts';
import { overhangMetres } from '../../web/engine/src/tiles/hidden-tiles.ts';
import { Selector } from '../../web/engine/src/tiles/selection.ts';
import { cameraFrame } from '../../web/engine/src/view/camera-frame.ts';
import { DepthPicture } from './depth-picture.mjs';

/** Screen-space error of the usual quality, CSS pixels. */
const THRESHOLD_PX = 22;
/** Of 30 Mbit/s, in a tenth of a second. */
export const BYTES_PER_TICK = (30e6 / 8) * 0.1;

let selections = 0;

const bytesOf = ({ urls }) => urls.reduce((sum, url) => sum + statSync(new URL(url)).size, 0);

/** 1440 × 900 CSS pixels. */
export const viewOf = ({ position, direction, up }, isMoving = false) => ({
  ...cameraFrame({ positionEnu: position, direction, up }, 1440, 900, 1, 1e5),
  isMoving,
});

/** A tileset, and what is hidden in the newest picture of it. */
export class Opened {
  #root;
  #selector = new Selector();
  #hidden = new Set();
  #isOccluding;

  /** With `isOccluding`, what is hidden is not asked for. */
  constructor(folder, isOccluding) {
    const file = path.resolve(folder, 'tileset.json');
    const json = JSON.parse(readFileSync(file, 'utf8'));
    // The site's frame is that of its tileset.
    const { fromEcef } = enuFrame(llaFromEcef(json.root.transform.slice(12, 15)));
    this.#root = readTileset(json, pathToFileURL(file).href, { enuFromEcef: fromEcef }, fromEcef);
    this.#isOccluding = isOccluding;
  }

  /** What is wanted, the highest priority first. */
  wanted(view) {
    this.#selector.select(this.#root, view, THRESHOLD_PX, ++selections, null, this.#hidden);
    return [...this.#selector.wanted].sort((a, b) => b.priority - a.priority);
  }

  /** What is drawn. */
  drawn(view) {
    this.wanted(view);
    return this.#selector.draw;
  }

  /** Draws what there is, and asks what that hides. Whether it is something else than before. */
  #draw(view) {
    if (!this.#isOccluding) return false;
    const picture = new DepthPicture(view);
    picture.draw(this.drawn(view));
    const { wanted, occluded } = this.#selector;
    const hidden = [...wanted, ...occluded].filter((tile) => picture.hides(tile.volume, overhangMetres(tile)));
    const isSame = hidden.length === this.#hidden.size && hidden.every((tile) => this.#hidden.has(tile));
    this.#hidden = new Set(hidden);
    return !isSame;
  }

  /** Fetches until a view is complete, or the bytes are used up; draws ten times a second. Reports each tile. Returns the bytes. */
  fetch(view, bytes = Infinity, onTile = () => undefined) {
    let sum = 0;
    let drawnAt = -Infinity;
    for (;;) {
      if (sum - drawnAt >= BYTES_PER_TICK) {
        this.#draw(view);
        drawnAt = sum;
      }
      const [tile] = this.wanted(view);
      if (sum >= bytes) return sum;
      if (!tile) {
        if (this.#draw(view)) continue;
        return sum;
      }
      sum += bytesOf(tile);
      tile.state = 'ready';
      onTile(tile, sum);
    }
  }
}
