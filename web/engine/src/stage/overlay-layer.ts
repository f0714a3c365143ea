/**
 * A layer over the chosen one that is moved as a whole while it is shown: a draft that is being placed. Its tiles are those of the
 * store, so another screen that shows the same files sees it moved too.
 */
import { type EnuFrame, IDENTITY, invertAffine, type Mat4, multiply } from '@overlook/shared/maths';
import type { EnuSection } from '../geometry/half-spaces.ts';
import type { Choices, Dither } from '../render/dither.ts';
import type { DrawItem } from '../render/draw-item.ts';
import { featureStyleTable, type FeatureStyleTable, type Rgb } from '../render/feature-style.ts';
import type { PointStyle } from '../render/point-colors.ts';
import { POINT_TABLE_WIDTH } from '../render/tile-shader.ts';
import type { RenderStyle, TilePass } from '../render/tile-pass.ts';
import { LayerTiles } from '../tiles/layer-tiles.ts';
import { moveTree } from '../tiles/move-tree.ts';
import type { Tile } from '../tiles/tile.ts';
import type { TileStore } from '../tiles/tile-store.ts';
import type { TilesetListener } from '../tiles/tileset.ts';
import { NO_PROGRESS, type TilesetProgress } from '../tiles/tileset-view.ts';
import type { CameraView } from '../view/camera-frame.ts';
import { DrawnBefore } from './drawn-items.ts';
import type { StageOverlay } from './stage-state.ts';

interface OverlayOptions extends TilesetListener {
  readonly store: TileStore;
  readonly frame: EnuFrame;
}

/** A view that everything is in. */
const EVERYWHERE = Float64Array.of(...Array.from({ length: 20 }, (_, i) => (i % 4 === 3 ? 1 : 0)));

export class OverlayLayer {
  items: DrawItem<Tile>[] = [];
  private layer: LayerTiles | null = null;
  private shown: StageOverlay | null = null;
  /** By root tile, the move in the site frame that it has now. */
  private moves = new Map<Tile, Mat4>();
  private readonly drawnBefore = new DrawnBefore();
  private colors: { color: Rgb; points: PointStyle; features: FeatureStyleTable | null } | null = null;

  constructor(private readonly options: OverlayOptions) {}

  /** Selects the tiles for a frame; null closes the layer. Returns whether the frame differs from the one before. */
  select(
    overlay: StageOverlay | null,
    camera: CameraView,
    thresholdPxOf: (modeltypeId: number) => number,
    section: EnuSection | null,
  ): boolean {
    const isOther = overlay !== this.shown;
    if (overlay?.url !== this.shown?.url) this.open(overlay);
    this.shown = overlay;
    this.items = [];
    if (!overlay || !this.layer) return isOther;
    this.move(overlay.moveEcef);
    this.layer.select(camera, thresholdPxOf(overlay.modeltypeId), section, []);
    this.layer.collect(this.items);
    if (overlay.opacity < 1) this.items = this.items.map((item) => ({ ...item, dither: seenThrough(overlay.opacity) }));
    return this.drawnBefore.isOther(this.items) || isOther;
  }

  get isStale(): boolean {
    return this.layer?.isStale ?? false;
  }

  /** The passes of the sides, paler, and the one over them, in the style of a side. */
  over(passes: readonly TilePass[], style: RenderStyle): TilePass[] {
    return [...passes.map(paler), this.pass(style)];
  }

  private pass(style: RenderStyle): TilePass {
    const colors = this.shown?.color ? this.colorsOf(this.shown.color) : { points: null, features: null };
    const { points, features } = colors;
    return { items: this.items, part: null, style: { ...style, points, features, shadowMap: null } };
  }

  progress(): TilesetProgress {
    return this.layer ? this.layer.progress() : { ...NO_PROGRESS, isCovered: true };
  }

  retryFailed(): void {
    this.layer?.retryFailed();
  }

  destroy(): void {
    this.open(null);
  }

  private open(overlay: StageOverlay | null): void {
    // Another view of the same tiles shows them where their files have them.
    for (const [root, moved] of this.moves) moveTree(root, invertAffine(moved));
    this.moves.clear();
    this.layer?.destroy();
    this.layer = overlay && new LayerTiles(overlay.modeltypeId, { ...this.options, url: overlay.url });
  }

  private move(moveEcef: Mat4): void {
    const { ecefFromEnu, enuFromEcef } = this.options.frame;
    const to = multiply(enuFromEcef, multiply(moveEcef, ecefFromEnu));
    for (const root of this.layer!.roots()) {
      const from = this.moves.get(root) ?? IDENTITY;
      if (Array.from(from).every((value, i) => value === to[i])) continue;
      moveTree(root, multiply(to, invertAffine(from)));
      this.moves.set(root, to);
    }
  }

  private colorsOf(color: Rgb) {
    if (this.colors?.color !== color) {
      const features = featureStyleTable({ rest: { opacity: 1, color }, rules: [] });
      this.colors = { color, points: uniformPointStyle(color), features };
    }
    return this.colors;
  }
}

/** Nothing is in it. */
const NOWHERE: EnuSection = { planes: Float64Array.of(0, 0, 0, -1), box: null };

/** A quarter of the saturation is lost, so that colours tell the two apart; a section that dims already stays as it is. */
function paler(pass: TilePass): TilePass {
  const { style } = pass;
  if (style.lit || style.via || style.isDepthOnly) return pass;
  return { ...pass, style: { ...style, lit: NOWHERE, dimmed: [0.75, 1] } };
}

/** Draws a share of the pixels of a tile: the newest of two selections, whose front has come so far. */
function seenThrough(opacity: number): Dither {
  const choices: Choices = { fronts: [1, opacity], planes: [EVERYWHERE, EVERYWHERE] };
  return { choices, first: 1, last: 1 };
}

/** The style in which all points have one colour, 0 to 255 a channel. */
function uniformPointStyle(color: Rgb): PointStyle {
  const texels = new Uint8Array(2 * 4 * POINT_TABLE_WIDTH).fill(255);
  for (let at = 0; at < POINT_TABLE_WIDTH; at++) texels.set(color, 4 * at);
  return { table: { texels, rows: 2 }, coloredBy: 'height', ramp: [0, 0], hidesClasses: false, isForBare: false };
}
