import { describe, expect, it } from 'vitest';
import { transformPoint, translation } from '../maths/index.ts';
import { COMPONENT, JsonNode } from '../tiles3d/index.ts';
import { bytesOf, GltfData, listsOf, placedNodes, readInstances } from './index.ts';

const placed = (json: object) => [...placedNodes(listsOf(new JsonNode(json, null, 'glTF')), translation([0, 0, 5]))];
const moved = (x: number, ...children: number[]) => ({ translation: [x, 0, 0], children });

describe('the nodes of a scene', () => {
  it('are placed in the order of the document, each before those below it', () => {
    const nodes = [moved(1, 2, 3), moved(100), moved(10), { children: [4] }, moved(20)];
    const found = placed({ scenes: [{}, { nodes: [1, 0] }], scene: 1, nodes });
    expect(found.map(({ index, parent, matrix }) => [index, parent, matrix[12], matrix[14]])).toEqual([
      [1, -1, 100, 5],
      [0, -1, 1, 5],
      [2, 1, 11, 5],
      [3, 1, 1, 5],
      [4, 3, 21, 5],
    ]);
  });

  it('are scaled, then turned, then moved', () => {
    const quarterTurn = [0, 0, Math.SQRT1_2, Math.SQRT1_2];
    const [node] = placed({ nodes: [{ translation: [1, 2, 3], rotation: quarterTurn, scale: [2, 1, 1] }] });
    const point = transformPoint(node!.matrix, [1, 0, 0]);
    point.forEach((value, axis) => expect(value).toBeCloseTo([1, 4, 8][axis]!, 12));
  });

  it('are those without a parent where there is no scene', () => {
    expect(placed({ nodes: [{}, { children: [0] }, {}] }).map(({ index }) => index)).toEqual([1, 0, 2]);
    expect(placed({})).toEqual([]);
  });

  it.each([
    [
      'in a circle',
      [{ children: [1] }, { children: [0], name: 'Pump' }],
      'glTF.nodes[0]: has two parents or is its own ancestor.',
    ],
    [
      'twice',
      [{ children: [1, 1] }, { name: 'Pump' }],
      'glTF.nodes[1]: “Pump” has two parents or is its own ancestor.',
    ],
    ['that are not there', [{ children: [2] }, {}], 'glTF.nodes[0].children[0]: is 2, but there are only 2 nodes.'],
    ['placed by a word', [{ scale: ['x', 1, 1] }], 'glTF.nodes[0].scale[0]: should be a finite number.'],
    [
      'beyond all numbers',
      [{ scale: [1e300, 1, 1], children: [1] }, { scale: [1e300, 1, 1] }],
      'glTF.nodes[1]: is not placed by finite numbers.',
    ],
  ])('are refused %s', (_, nodes, message) => {
    expect(() => placed({ scenes: [{ nodes: [0] }], nodes })).toThrow(message);
  });
});

describe('the instances of a node', () => {
  const instances = (attributes: object | null, count = 2) => {
    const lists = listsOf(
      new JsonNode({
        buffers: [{}],
        bufferViews: [{ buffer: 0, byteLength: 24 }],
        accessors: [
          { bufferView: 0, componentType: COMPONENT.FLOAT, type: 'VEC3', count: 2 },
          { bufferView: 0, componentType: COMPONENT.FLOAT, type: 'VEC3', count },
        ],
      }),
    );
    const bytes = bytesOf([new Uint8Array(Float32Array.of(1, 2, 3, 4, 5, 6).buffer)]);
    const node = new JsonNode(
      attributes ? { extensions: { EXT_mesh_gpu_instancing: { attributes } } } : {},
      null,
      'node',
    );
    return readInstances(node, new GltfData(lists, { bytes, meshopt: null }));
  };

  it('have a matrix each', () => {
    const matrices = instances({ TRANSLATION: 0, SCALE: 1 })!;
    const [x, y, z] = [0, 5, 10].map((at) => matrices[at]);
    expect([matrices.length, x, y, z, ...matrices.subarray(28, 31)]).toEqual([32, 1, 2, 3, 4, 5, 6]);
    expect(instances(null)).toBeNull();
  });

  it('are refused where their attributes do not fit', () => {
    expect(() => instances({ TRANSLATION: 0, SCALE: 1 }, 1)).toThrow(
      'has attributes of instances that differ in length.',
    );
    expect(() => instances({ ROTATION: 0 })).toThrow(
      'accessors[0]: should have 4 components, as ROTATION of instances.',
    );
  });
});
