import { expect, test } from 'vitest';
import { NO_FEATURE } from '../content.ts';
import { type Accessors, glbWith, TRIANGLE } from '../testing/make-files.ts';
import { contentOf, parseBytes } from '../testing/node-platform.ts';

const POSITION: Accessors = { position: { data: TRIANGLE, type: 'VEC3' } };
const load = async (bytes: Uint8Array) => contentOf(await parseBytes(bytes));

/** A primitive with the feature-id sets given, over ids by name. */
const primitive = (position: number, featureIds: object[], ids: Record<string, number> = {}) => ({
  attributes: { POSITION: position, ...ids },
  extensions: { EXT_mesh_features: { featureIds } },
});

test('ids come from an attribute, from the vertex number, or from a bare attribute', async () => {
  const ids: Accessors = { id: { data: Uint8Array.of(5, 5, 9), type: 'SCALAR' } };
  const content = await load(
    glbWith({ ...POSITION, ...ids }, ({ position, id }) => ({
      meshes: [
        {
          primitives: [
            primitive(
              position!,
              [
                { featureCount: 2, texture: { index: 0 } },
                { featureCount: 2, attribute: 1 },
              ],
              {
                _FEATURE_ID_1: id!,
              },
            ),
            primitive(position!, [{ featureCount: 3 }]),
            { attributes: { POSITION: position!, _FEATURE_ID_0: id! } },
            { attributes: { POSITION: position! } },
          ],
        },
      ],
    })),
  );
  expect(content.primitives.map(({ featureIds }) => featureIds && [...featureIds.value])).toEqual([
    [5, 5, 9],
    [0, 1, 2],
    [5, 5, 9],
    null,
  ]);
  expect(content).toMatchObject({ featureCount: 10, properties: null, warnings: [expect.stringMatching(/texture/)] });
});

test('two property tables get consecutive numbers, null ids have no feature', async () => {
  const accessors: Accessors = {
    ...POSITION,
    id: { data: Uint16Array.of(0, 1, 65535), type: 'SCALAR' },
    weights: { data: Float32Array.of(1.5, 2.5, 3.5), type: 'SCALAR' },
  };
  const schema = { classes: { pipe: { properties: { weight: { type: 'SCALAR', componentType: 'FLOAT32' } } } } };
  const table = { class: 'pipe', count: 2, properties: { weight: { values: 2 } } };
  const content = await load(
    glbWith(accessors, ({ position, id }) => ({
      extensions: { EXT_structural_metadata: { schema, propertyTables: [table, { ...table, count: 3 }] } },
      meshes: [
        {
          primitives: [0, 1].map((propertyTable) =>
            primitive(position!, [{ featureCount: 2, attribute: 0, propertyTable, nullFeatureId: 65535 }], {
              _FEATURE_ID_0: id!,
            }),
          ),
        },
      ],
    })),
  );
  expect(content.featureCount).toBe(5);
  expect(content.properties).toEqual({ weight: [1.5, 2.5, 1.5, 2.5, 3.5] });
  expect(content.primitives.map(({ featureIds }) => [...featureIds!.value])).toEqual([
    [0, 1, NO_FEATURE],
    [2, 3, NO_FEATURE],
  ]);
});

test('every kind of column that the binary table format knows', async () => {
  const accessors: Accessors = {
    ...POSITION,
    letters: { data: new TextEncoder().encode('pumpvalve'), type: 'SCALAR' },
    letterEnds: { data: Uint32Array.of(0, 4, 9), type: 'SCALAR' },
    bits: { data: Uint8Array.of(0b10), type: 'SCALAR' },
    codes: { data: Uint16Array.of(3, 8), type: 'SCALAR' },
    bytes: { data: Uint8Array.of(0, 255, 51, 102), type: 'SCALAR' },
    ends: { data: Uint8Array.of(0, 3, 4), type: 'SCALAR' },
  };
  const properties = {
    name: { type: 'STRING' },
    open: { type: 'BOOLEAN' },
    state: { type: 'ENUM', enumType: 'state' },
    shade: { type: 'VEC2', componentType: 'UINT8', normalized: true, scale: [10, 1], offset: [1, 0] },
    parts: { type: 'SCALAR', componentType: 'UINT8', array: true },
    pair: { type: 'SCALAR', componentType: 'UINT8', array: true, count: 2, noData: [0, 255], default: [1, 1] },
    site: { type: 'STRING', default: 'north' },
    broken: { type: 'SCALAR', componentType: 'FLOAT64' },
  };
  const enums = { state: { valueType: 'UINT16', values: [{ name: 'ON', value: 3 }] } };
  const content = await load(
    glbWith(accessors, (i) => ({
      meshes: [{ primitives: [primitive(i['position']!, [{ featureCount: 2 }])] }],
      extensions: {
        EXT_structural_metadata: {
          schema: { classes: { a: { properties } }, enums },
          propertyTables: [
            {
              class: 'a',
              count: 2,
              properties: {
                name: { values: i['letters'], stringOffsets: i['letterEnds'] },
                open: { values: i['bits'] },
                state: { values: i['codes'] },
                shade: { values: i['bytes'] },
                parts: { values: i['bytes'], arrayOffsets: i['ends'], arrayOffsetType: 'UINT8' },
                pair: { values: i['bytes'] },
                broken: { values: i['bits'] },
              },
            },
          ],
        },
      },
    })),
  );
  expect(content.properties).toEqual({
    name: ['pump', 'valve'],
    open: [false, true],
    state: ['ON', 8],
    shade: [
      [1, 1],
      [3, 0.4],
    ],
    parts: [[0, 255, 51], [102]],
    pair: [
      [1, 1],
      [51, 102],
    ],
    site: ['north', 'north'],
  });
  expect(content.warnings).toEqual([expect.stringMatching(/Property broken.*cut short/)]);
});
