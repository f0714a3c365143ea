import { expect, it } from 'vitest';
import type { MeshPrimitive } from '../content.ts';
import { transferablesOf } from '../content-protocol.ts';
import { glbWith } from '../testing/make-files.ts';
import { contentOf, parseBytes } from '../testing/node-platform.ts';

const SQUARE = Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0);
const RING = [0, 1, 1, 2, 2, 3, 3, 0];

/** A square of two triangles with an outline; `mode` and `outline` change it. */
const load = async (outline: readonly number[], mode = 4) =>
  contentOf(
    await parseBytes(
      glbWith(
        {
          position: { data: SQUARE, type: 'VEC3' },
          corners: { data: Uint16Array.of(0, 1, 2, 0, 2, 3), type: 'SCALAR' },
          outline: { data: Uint16Array.from(outline), type: 'SCALAR' },
        },
        ({ position, corners, outline: indices }) => ({
          extensionsUsed: ['CESIUM_primitive_outline'],
          meshes: [
            {
              primitives: [
                {
                  attributes: { POSITION: position! },
                  indices: corners!,
                  mode,
                  extensions: { CESIUM_primitive_outline: { indices } },
                },
              ],
            },
          ],
        }),
      ),
      'outlined.glb',
    ),
  );

it('becomes lines along the faces, unlit, with the vertices of these', async () => {
  const content = await load(RING);
  const [faces, lines, ...others] = content.primitives as MeshPrimitive[];
  expect(others).toEqual([]);
  expect(faces).toMatchObject({ mode: 4, isOutlined: true });
  expect(lines).toMatchObject({ mode: 1, material: { unlit: true, alphaMode: 'OPAQUE', texture: null } });
  expect([...lines!.indices!]).toEqual(RING);
  expect(lines!.positions).toBe(faces!.positions);
  expect(lines!.matrix).toEqual(faces!.matrix);
  const moved = transferablesOf({ type: 'content', content }, true);
  expect(new Set(moved).size).toBe(moved.length);
});

it('is none where it has no edges, or goes with what has no faces', async () => {
  expect((await load([])).primitives).toHaveLength(1);
  expect((await load(RING, 1)).primitives).toHaveLength(1);
});

it('is refused where it is not of pairs of the vertices', async () => {
  await expect(load([0, 1, 2])).rejects.toThrow('3 ends are no pairs');
  await expect(load([0, 4])).rejects.toThrow('index 4 of 4 vertices');
});
