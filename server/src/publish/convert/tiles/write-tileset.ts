import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { MeshoptEncoder } from 'meshoptimizer';
import { type Mat4, type Vec3 } from '@overlook/shared/maths';
import { type Bounds, centreOf, diagonal, union, volumeBox } from '../../bounds.ts';
import type { CadGeometry } from '../../formats/triangle-corners.ts';
import { coarseParts } from './coarse-parts.ts';
import { groupInstances } from './instances.ts';
import { LodProxies } from './lod-proxies.ts';
import { simplifierReady } from './simplify.ts';
import { type SpatialGroup, groupInSpace } from './spatial-groups.ts';
import { type SplitParts, splitMeshes } from './split-meshes.ts';
import { TILE_EXTENSIONS, writeTileGlb } from './tile-glb.ts';
import { bakeParts, clampMesh } from './tile-mesh.ts';
import type { LayerPart } from './split-meshes.ts';

/** A tile with all detail has about this many triangles. */
const LEAF_TRIANGLES = 40_000;
/** Largest count for a tile that replaces those below it: it is shown where it fills less than a screen. */
const COARSE_TRIANGLES = 40_000;
/** A coarse tile is shown while it fills less than about a screen: then this part of its diagonal is some 17 pixels. */
const ERRORS_A_DIAGONAL = 64;
/** The visible error is a quarter of what the screen-space limit allows. */
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
  await Promise.all([MeshoptEncoder.ready, simplifierReady]);
  await mkdir(path.join(folder, 'tiles'), { recursive: true });
  const split = splitMeshes(parts, geometries, LEAF_TRIANGLES);
  const bounds = parts.map(({ box }) => box).reduce(union);
  const centre = centreOf(bounds);
  const groups = groupInSpace(split.parts, LEAF_TRIANGLES);
  const maker = new TileMaker(folder, split, centre, countGroups(groups), onTile);
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
  /** Geometric error, metres. */
  readonly error: number;
}

class TileMaker {
  #named = 0;
  #written = 0;
  private readonly geometries: readonly CadGeometry[];
  private readonly lodProxies: LodProxies;

  constructor(
    private readonly folder: string,
    { geometries, pieces }: SplitParts,
    private readonly centre: Readonly<Vec3>,
    readonly total: number,
    private readonly onTile: WriteTilesetOptions['onTile'],
  ) {
    this.geometries = geometries;
    this.lodProxies = new LodProxies(geometries, pieces);
  }

  async make(group: SpatialGroup<LayerPart>): Promise<Made> {
    return group.children.length === 0 ? this.leaf(group.parts) : this.coarse(group);
  }

  private async leaf(parts: readonly LayerPart[]): Promise<Made> {
    const { groups, others } = groupInstances(parts, this.geometries, this.centre);
    const mesh = others.length > 0 ? bakeParts(others, this.geometries, this.centre) : null;
    const uri = this.nextUri();
    await this.write(uri, writeTileGlb({ mesh, instances: groups, geometricError: 0 }, this.centre));
    const bounds = parts.map(({ box }) => box).reduce(union);
    const json = { boundingVolume: { box: volumeBox(bounds) }, geometricError: 0, content: { uri } };
    return { json, bounds, error: 0 };
  }

  /** The coarse tile is first, so that numbers ascend in the order in which the viewer requests them. */
  private async coarse(group: SpatialGroup<LayerPart>): Promise<Made> {
    const uri = this.nextUri();
    const below: Made[] = [];
    for (const child of group.children) below.push(await this.make(child));
    const bounds = below.map((child) => child.bounds).reduce(union);
    const wanted = diagonal(bounds) / ERRORS_A_DIAGONAL;
    const { parts, geometries, deviation } = coarseParts(group.parts, this.lodProxies, {
      allowed: wanted * DEVIATION,
      atMost: COARSE_TRIANGLES,
    });
    const error = rounded(Math.max(wanted, deviation, ...below.map((child) => child.error * GROWTH)));
    const mesh = clampMesh(bakeParts(parts, geometries, this.centre), bounds, this.centre);
    await this.write(uri, writeTileGlb({ mesh, instances: [], geometricError: error }, this.centre));
    const json = {
      boundingVolume: { box: volumeBox(bounds) },
      geometricError: error,
      content: { uri },
      children: below.map((child) => child.json),
    };
    return { json, bounds, error };
  }

  private nextUri(): string {
    return `tiles/${this.#named++}.glb`;
  }

  private async write(uri: string, bytes: Uint8Array): Promise<void> {
    await writeFile(path.join(this.folder, uri), bytes);
    this.onTile?.(++this.#written, this.total);
  }
}

/** Up to a tenth of a millimetre. */
const rounded = (metres: number): number => Math.ceil(metres * 10_000) / 10_000;
