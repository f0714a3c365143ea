import { toMat4 } from '@overlook/shared/maths';
import { describe, expect, it } from 'vitest';
import { pointsInBand } from './band-points.ts';
import type { PointsPrimitive, TileContent } from './content.ts';
import { glbWith } from './testing/make-files.ts';
import { contextFor, contentOf } from './testing/node-platform.ts';
import { parseContent } from './parse-content.ts';

const IDENTITY = toMat4([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);

function cloud(part: Partial<PointsPrimitive>): TileContent {
  const primitive: PointsPrimitive = {
    kind: 'points',
    positions: { value: Float32Array.of(1, 0, 5, 2, 9, 5, 3, -1, 7), size: 3, normalized: false },
    colors: null,
    normals: null,
    featureIds: null,
    scan: null,
    sample: { positions: new Float32Array(), packed: null },
    spacing: 0,
    min: [0, 0, 0],
    max: [0, 0, 0],
    matrix: IDENTITY,
    ...part,
  };
  return { primitives: [primitive], textures: [], properties: null, featureCount: 0, copyright: null, warnings: [] };
}
const BAND = { matrix: IDENTITY, lengthMetres: 10, halfThicknessMetres: 1 };

describe('points of a content in a band', () => {
  it('have their colours as displayed, for all forms in which a tile stores them', () => {
    const bytes = { value: Uint8Array.of(255, 0, 0, 1, 2, 3, 128, 64, 32), size: 3, normalized: true } as const;
    const asStored = pointsInBand(cloud({ colors: bytes, colorSpace: 'srgb' }), BAND);
    expect([...asStored.colors!]).toEqual([0xff0000ff, 0xff204080]);
    const light = pointsInBand(cloud({ colors: bytes }), BAND);
    const expected = [128, 64, 32].map((byte) => Math.round(255 * (byte / 255) ** (1 / 2.2)));
    const [, second] = light.colors!;
    const bytesOf = [second! & 255, (second! >> 8) & 255, (second! >> 16) & 255];
    bytesOf.forEach((byte, i) => expect(Math.abs(byte - expected[i]!)).toBeLessThanOrEqual(1));
  });

  it('are placed by quantised positions and the matrix of the primitive', () => {
    const matrix = toMat4([0.001, 0, 0, 0, 0, 0.001, 0, 0, 0, 0, 0.001, 0, 2, 0, -1, 1]);
    const positions = { value: Uint16Array.of(1000, 500, 250, 0, 2000, 0), size: 3, normalized: false } as const;
    const { positions: found, colors } = pointsInBand(cloud({ positions, matrix }), BAND);
    expect([...found]).toEqual([3, 0.5, -0.75]);
    expect(colors).toBeNull();
  });

  it('have the classes that a glTF has beside its colours', async () => {
    const bytes = glbWith(
      {
        positions: { data: Float32Array.of(1, 0, 0, 2, 0, 0, 3, 5, 0), type: 'VEC3' },
        classes: { data: Float32Array.of(2, 6, 9), type: 'SCALAR' },
      },
      (index) => ({
        meshes: [
          {
            primitives: [
              { mode: 0, attributes: { POSITION: index['positions']!, _CLASSIFICATION: index['classes']! } },
            ],
          },
        ],
      }),
    );
    const context = contextFor('https://site.test/points.glb');
    const content = contentOf(await parseContent(bytes, context));
    // glTF is y-up: its y is the height.
    const { classes, positions } = pointsInBand(content, BAND);
    expect([...classes!]).toEqual([2, 6, 9]);
    expect([...positions].map((metres) => Math.round(metres))).toEqual([1, 0, 0, 2, 0, 0, 3, 0, 5]);
  });
});
