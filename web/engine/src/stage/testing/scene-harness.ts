/** A scene whose tile requests a test answers, and that draws into a canvas in memory. */
import { enuFrame, ecefFromLla, transformDirection, transformPoint, type Vec3 } from '@overlook/shared/maths';
import type { ParsedContent, Primitive } from '../../content/content.ts';
import type { ContentLoader } from '../../content/content-loader.ts';
import { Programs } from '../../render/programs.ts';
import { type MemoryGl, memoryGl } from '../../render/testing/memory-gl.ts';
import type { TileScene } from '../../render/tile-scene-layer.ts';
import { TileCache } from '../../tiles/tile-cache.ts';
import { TileScheduler } from '../../tiles/tile-scheduler.ts';
import { TileStore } from '../../tiles/tile-store.ts';
import type { Tile } from '../../tiles/tile.ts';
import { cameraFrame } from '../../view/camera-frame.ts';
import type { DeckCanvas } from '../deck-canvas.ts';
import { Scene } from '../scene.ts';
import { STAGE_START, type StageState } from '../stage-state.ts';
import { unaskedUploads } from '../../tiles/testing/unasked-uploads.ts';

const ORIGIN = { longitude: 116, latitude: -32, height: 20 };
const FRAME = enuFrame(ORIGIN);
export const LOOKING_DOWN = cameraFrame(
  { positionEnu: [0, 0, 60], direction: [0, 0, -1], up: [0, 1, 0] },
  400,
  300,
  1,
  1e4,
);
export const [POINTS, SHADED, TEXTURED, PROJECT_LAYER] = [1, 2, 3, 4];

export const ecefFromEnu = (pointEnu: Vec3): Vec3 => transformPoint(FRAME.ecefFromEnu, pointEnu);
export const enuDirection = (directionEnu: Vec3): Vec3 => transformDirection(FRAME.ecefFromEnu, directionEnu);

const root = {
  boundingVolume: { sphere: [...ecefFromLla(ORIGIN), 200] },
  geometricError: 0,
  content: { uri: 'root.glb' },
};
const tilesetOf = (json: object): ParsedContent =>
  ({ type: 'tileset', tileset: { json: { asset: { version: '1.1' }, root: json } } }) as unknown as ParsedContent;

/** A tileset of one tile, root.glb. */
export const TILESET = tilesetOf(root);

/** A tileset whose root.glb has one child, finer.glb. Volumes are so small that the camera, 60 m up, needs only the root. */
export const COARSE_TILESET = (() => {
  const boundingVolume = { sphere: [...ecefFromLla(ORIGIN), 15] };
  const finer = { ...root, boundingVolume, content: { uri: 'finer.glb' } };
  return tilesetOf({ ...root, boundingVolume, geometricError: 2, refine: 'REPLACE', children: [finer] });
})();

/** A square of ground 200 m wide, flat under the camera at a height above the origin. */
export function ground(height: number): ParsedContent {
  const corners: Vec3[] = [
    [-100, -100, height],
    [100, -100, height],
    [0, 100, height],
  ];
  const primitive = {
    kind: 'mesh',
    mode: 4,
    positions: { value: Float32Array.from(corners.flat()), size: 3, normalized: false },
    normals: null,
    colors: null,
    featureIds: null,
    uvs: null,
    indices: null,
    instances: null,
    instanceFeatureIds: null,
    matrix: FRAME.ecefFromEnu,
    material: { baseColor: [1, 1, 1, 1], texture: null, alphaMode: 'OPAQUE', alphaCutoff: 0.5, doubleSided: true },
  } as unknown as Primitive;
  const content = { primitives: [primitive], textures: [], warnings: [], copyright: null, properties: null };
  return { type: 'content', content } as unknown as ParsedContent;
}

/** A tile of so many points, under the camera at the height of the origin. */
export function cloud(count: number): ParsedContent {
  const primitive = {
    kind: 'points',
    positions: { value: new Float32Array(3 * count), size: 3, normalized: false },
    normals: null,
    colors: null,
    featureIds: null,
    matrix: FRAME.ecefFromEnu,
    scan: null,
    sample: { positions: new Float32Array(), packed: null },
    spacing: 0,
  } as unknown as Primitive;
  const content = { primitives: [primitive], textures: [], warnings: [], copyright: null, properties: null };
  return { type: 'content', content } as unknown as ParsedContent;
}

/** Requests start after the frame that needs them. */
export const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/** A layer whose files are requested as "folder/file". */
export const layerAt = (modeltypeId: number, folder: string, takenOn: string | null = null) => ({
  modeltypeId,
  url: `http://here/${folder}/tileset.json`,
  takenOn,
});

const nameOf = (url: string): string => url.split('/').slice(-2).join('/');

export class SceneHarness {
  /** The requests so far, by "layer/file", and the functions that answer them. */
  readonly answers = new Map<string, { resolve: (content: ParsedContent) => void; reject: (error: Error) => void }>();
  readonly aborted: string[] = [];
  readonly cache = new TileCache<Tile>(1e9);
  /** Screen-space errors of layers that differ from 16 CSS pixels. */
  thresholdsPx: Record<number, number> = {};
  /** Layers that became visible on the first side. */
  visible: (number | null)[] = [];
  state: StageState = STAGE_START;
  /** What deck.gl draws; a scene sets it when it is made. */
  drawn!: TileScene<Tile>;
  private gl!: MemoryGl;
  scene = this.makeScene();

  /** As the stage creates one, at its start and after a lost context. `isSlow` tells of the GPU. */
  makeScene(isSlow = true): Scene {
    const gl = memoryGl();
    this.gl = gl;
    const canvas = {
      gl,
      programs: new Programs(gl),
      pixelRatio: () => 1,
      layers: { setTiles: (_renderer: unknown, tiles: TileScene<Tile>) => (this.drawn = tiles), hasAdded: false },
      draw: () => undefined,
    };
    const { cache } = this;
    const uploads = unaskedUploads(gl);
    const resources = { gl, contents: this.contents(), scheduler: new TileScheduler(() => 0), cache, uploads };
    return new Scene({
      canvas: canvas as unknown as DeckCanvas,
      store: new TileStore(resources),
      frame: FRAME,
      isGpuBusy: () => false,
      isSoftware: true,
      isSlow,
      hasNoLayers: false,
      onChange: () => undefined,
      onError: () => undefined,
      onVisibleLayer: () => this.visible.push(this.scene.sides.first.visibleLayerId),
      state: () => this.state,
    });
  }

  finishGpu(): void {
    this.gl.finish();
  }

  get style() {
    return this.drawn.passes[0]!.style;
  }

  /** Height of the ground in the middle of the view, metres above the origin. */
  get pickedHeight(): number | undefined {
    return this.scene.picks.at(LOOKING_DOWN, 200, 150)?.pointEnu[2];
  }

  show(id: number, layer: string, takenOn: string | null = null): void {
    this.scene.sides.first.show(layerAt(id, layer, takenOn));
    this.drawPicture();
  }

  set(patch: Partial<StageState>): void {
    this.state = { ...this.state, ...patch };
  }

  /** As in a stage: select, then draw. */
  drawPicture(): void {
    this.scene.update(LOOKING_DOWN, true, (layer) => this.thresholdsPx[layer] ?? 16, 0, false);
    this.scene.draw(LOOKING_DOWN, 1, 0, null);
  }

  async answer(name: string, content: ParsedContent): Promise<void> {
    await nextTask();
    this.answers.get(name)!.resolve(content);
    await nextTask();
  }

  async refuse(name: string): Promise<void> {
    await nextTask();
    this.answers.get(name)!.reject(new Error('gone'));
    await nextTask();
  }

  /** Answers the requests of a layer of one tile, with a ground at this height. */
  async load(layer: string, height: number): Promise<void> {
    await this.answer(`${layer}/tileset.json`, TILESET);
    this.drawPicture();
    await this.answer(`${layer}/root.glb`, ground(height));
    this.drawPicture();
  }

  private contents(): ContentLoader {
    const load = (url: string, signal: AbortSignal) =>
      new Promise<ParsedContent>((resolve, reject) => {
        this.answers.set(nameOf(url), { resolve, reject });
        signal.addEventListener('abort', () => this.aborted.push(nameOf(url)));
      });
    return { load } as unknown as ContentLoader;
  }
}
