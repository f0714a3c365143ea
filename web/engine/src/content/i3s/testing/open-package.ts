/** Opens made packages, and says where their meshes lie. */
import { expect } from 'vitest';
import { distance, type Lla, ecefFromLla, transformPoint, type Vec3 } from '@overlook/shared/maths';
import { ContentError } from '@overlook/shared/tiles3d';
import { type OpenArchive, openArchive } from '../../archives/own-archive.ts';
import type { MeshPrimitive, TileContent } from '../../content.ts';
import type { Attribute } from '../../points/scan-values.ts';
import { contentOf, contextFor } from '../../testing/node-platform.ts';

/** Metres. */
export const EXACT = 0.001;
const ORIGIN = 'https://own-7.invalid';

export const openPackage = (bytes: Uint8Array<ArrayBuffer>): Promise<OpenArchive> =>
  openArchive({ id: 7, kind: 'slpk', file: new File([bytes], 'plant.slpk') });

async function parse(bytes: Uint8Array<ArrayBuffer>, path: string) {
  const archive = await openPackage(bytes);
  const base = contextFor(`${ORIGIN}/${path}`);
  return archive.parse({ ...base, platform: { ...base.platform, fetchBytes: archive.read } });
}

export const contentOfPackage = async (bytes: Uint8Array<ArrayBuffer>, path: string): Promise<TileContent> =>
  contentOf(await parse(bytes, path));

/** The root tile. */
export async function tilesetOfPackage(bytes: Uint8Array<ArrayBuffer>): Promise<Record<string, unknown>> {
  const parsed = await parse(bytes, 'tileset.json');
  if (parsed.type !== 'tileset') throw new Error('It is no tileset.');
  // The reader of packages made it.
  return (parsed.tileset.json as { root: Record<string, unknown> }).root;
}

export const vertex = ({ value }: Attribute, i: number): Vec3 => [value[3 * i]!, value[3 * i + 1]!, value[3 * i + 2]!];

export function expectPlaces(content: TileContent, corners: readonly Lla[]): void {
  // Nodes are meshes of one primitive.
  const { positions, matrix, indices } = content.primitives[0] as MeshPrimitive;
  const count = indices?.length ?? positions.value.length / 3;
  expect(count).toBe(corners.length);
  corners.forEach((corner, i) => {
    const place = transformPoint(matrix, vertex(positions, indices?.[i] ?? i));
    expect(distance(place, ecefFromLla(corner))).toBeLessThan(EXACT);
  });
}

/** With each `step`th byte changed, the tile at a path is read, or refused with a place and a reason. */
export async function expectReadOrRefused(whole: Uint8Array<ArrayBuffer>, path: string, step = 3): Promise<void> {
  for (let i = 0; i < whole.length; i += step) {
    const damaged = whole.slice();
    damaged[i] = damaged[i]! ^ 0x55;
    for (const one of ['tileset.json', path])
      await parse(damaged, one).catch((error: unknown) => expect(error, `byte ${i}`).toBeInstanceOf(ContentError));
  }
}
