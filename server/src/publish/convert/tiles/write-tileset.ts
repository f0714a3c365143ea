import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Mat4, Vec3 } from '@overlook/shared/maths';
import { type Bounds, union, volumeBox } from '../../bounds.ts';
import type { CadGeometry, CadPart } from '../cad-model.ts';
import { encoderReady } from './glb-builder.ts';
import { groupInstances } from './instances.ts';
import { PartLikenesses } from './part-likenesses.ts';
import { simplifierReady, simplifyMesh } from './simplify.ts';
import { type SpatialGroup, type Weighed, groupInSpace } from './spatial-groups.ts';
import { TILE_EXTENSIONS, writeTileGlb } from './tile-glb.ts';
import { type TileMesh, bakeParts, joinMeshes } from './tile-mesh.ts';

/** A part in the root tile's frame. Its item is its feature id in the layer. */
export type LayerPart = CadPart & Weighed;

/** A tile with all detail has about so many triangles, unless one part alone has more. */
const LEAF_TRIANGLES = 40_000;
/** A tile that stands for those below it has at most so many: it is shown where it fills less than a screen. */
const COARSE_TRIANGLES = 40_000;
/** A coarse tile is shown while it fills less than about a screen: then this part of its diagonal is some 17 pixels. */
const ERRORS_A_DIAGONAL = 64;
/** What the eye may notice is a quarter of the error that the screen-space limit allows. */
const DEVIATION = 0.25;
/** Refining must gain something: a parent's error exceeds its children's by this. */
const GROWTH = 1.2;

export interface WriteTilesetOptions {
  /** From the root tile's frame to ECEF; null where the layer is placed when it is published. */
  readonly toEcef: Mat4 | null;
  /** Called after each tile with those written so far and in all. */
  readonly onTile?: ((done: number, total: number) => void) | undefined;
}

/**
 * Writes a 3D Tiles 1.1 tileset of the parts into `folder`: groups in space, all detail in the leaves, and above them
 * tiles that replace them from afar. Every vertex names its object by the layer's feature id. Resolves to the number of
 * tiles.
 */
export async function writeTileset(
  folder: string,
  parts: readonly LayerPart[],
  geometries: readonly CadGeometry[],
  { toEcef, onTile }: WriteTilesetOptions,
): Promise<number> {
  await Promise.all([encoderReady, simplifierReady]);
  await mkdir(path.join(folder, 'tiles'), { recursive: true });
  const bounds = parts.map(({ box }) => box).reduce(union);
  const centre: Vec3 = [0, 1, 2].map((axis) => (bounds[axis]! + bounds[axis + 3]!) / 2) as Vec3;
  const groups = groupInSpace(parts, LEAF_TRIANGLES);
  const maker = new TileMaker(folder, geometries, centre, countGroups(groups), onTile);
  const { json, error } = await maker.make(groups);
  const tileset = {
    asset: { version: '1.1', generator: 'Overlook' },
    extensionsUsed: TILE_EXTENSIONS,
    geometricError: rounded(Math.max(error * 2, diagonal(bounds))),
    root: { ...json, refine: 'REPLACE', ...(toEcef ? { transform: Array.from(toEcef) } : {}) },
  };
  await writeFile(path.join(folder, 'tileset.json'), JSON.stringify(tileset));
  return maker.total;
}

const countGroups = (group: SpatialGroup<LayerPart>): number =>
  group.children.reduce((sum, child) => sum + countGroups(child), 1);

interface Made {
  readonly json: object;
  readonly bounds: Bounds;
  /** Geometric error, and what the mesh deviates from the parts, metres. */
  readonly error: number;
  readonly deviation: number;
  /** For the tile above. */
  readonly mesh: TileMesh;
}

class TileMaker {
  #written = 0;
  private readonly likenesses: PartLikenesses;

  constructor(
    private readonly folder: string,
    private readonly geometries: readonly CadGeometry[],
    private readonly centre: Readonly<Vec3>,
    readonly total: number,
    private readonly onTile: WriteTilesetOptions['onTile'],
  ) {
    this.likenesses = new PartLikenesses(geometries);
  }

  /** Children first: a coarse tile is made of theirs, so that never more than a branch is in memory. */
  async make(group: SpatialGroup<LayerPart>): Promise<Made> {
    return group.children.length === 0 ? this.leaf(group.parts) : this.coarse(group);
  }

  private async leaf(parts: readonly LayerPart[]): Promise<Made> {
    const { groups, others } = groupInstances(parts, this.geometries, this.centre);
    const mesh = others.length > 0 ? bakeParts(others, this.geometries, this.centre) : null;
    const uri = await this.write(writeTileGlb({ mesh, instances: groups, geometricError: 0 }, this.centre));
    const bounds = parts.map(({ box }) => box).reduce(union);
    const json = { boundingVolume: { box: volumeBox(bounds) }, geometricError: 0, content: { uri } };
    const likeness = this.likenesses.bake(parts, allowedDeviation(bounds), this.centre);
    return { json, bounds, error: 0, ...likeness };
  }

  private async coarse(group: SpatialGroup<LayerPart>): Promise<Made> {
    const below: Made[] = [];
    for (const child of group.children) below.push(await this.make(child));
    const bounds = below.map((child) => child.bounds).reduce(union);
    const joined = joinMeshes(below.map((child) => child.mesh));
    const simple = simplifyMesh(joined, { error: allowedDeviation(bounds), atMost: COARSE_TRIANGLES });
    const deviation = simple.error + Math.max(...below.map((child) => child.deviation));
    const wanted = diagonal(bounds) / ERRORS_A_DIAGONAL;
    const error = rounded(Math.max(wanted, deviation, ...below.map((child) => child.error * GROWTH)));
    const uri = await this.write(
      writeTileGlb({ mesh: simple.mesh, instances: [], geometricError: error }, this.centre),
    );
    const json = {
      boundingVolume: { box: volumeBox(bounds) },
      geometricError: error,
      content: { uri },
      children: below.map((child) => child.json),
    };
    return { json, bounds, error, deviation, mesh: simple.mesh };
  }

  private async write(bytes: Uint8Array): Promise<string> {
    const uri = `tiles/${this.#written++}.glb`;
    await writeFile(path.join(this.folder, uri), bytes);
    this.onTile?.(this.#written, this.total);
    return uri;
  }
}

/** What a mesh may deviate from the parts where a tile of these bounds stands for them, metres. */
const allowedDeviation = (bounds: Bounds): number => (diagonal(bounds) / ERRORS_A_DIAGONAL) * DEVIATION;

const diagonal = (b: Bounds): number => Math.hypot(b[3] - b[0], b[4] - b[1], b[5] - b[2]);

/** Up to a tenth of a millimetre. */
const rounded = (metres: number): number => Math.ceil(metres * 10_000) / 10_000;
