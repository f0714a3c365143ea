/** Scene layer packages of I3S 1.6, made byte by byte: a document for each node, and a schema of all geometries in the layer. */
import { type MadeFile, madeZip } from '../../archives/testing/made-zip.ts';
import { gz, json, type MadeNode, plainBuffer } from './made-slpk.ts';

export interface MadeOldLayer {
  readonly nodes: readonly MadeNode[];
  /** In place of what the layer has, and beside it. */
  readonly layer?: object;
  /** In place of what the document of a node has, by its id, and beside it. */
  readonly documents?: Readonly<Record<string, object>>;
  /** Of the material of all nodes. */
  readonly params?: object;
  /** A picture for all nodes, in the first of its encodings. */
  readonly texture?: { readonly encoding: readonly string[]; readonly file: string; readonly bytes: Uint8Array };
  readonly geometry?: (node: MadeNode) => Uint8Array;
  /** The last of several with a name is read. */
  readonly files?: readonly MadeFile[];
}

/** The metres of the spheres of the root and of the other nodes. */
export const [ROOT_RADIUS, NODE_RADIUS] = [100, 40];
/** Pixels across. */
export const THRESHOLD_PX = 200;

const value = (valueType: string, valuesPerElement: number) => ({ valueType, valuesPerElement });
export const SCHEMA = {
  geometryType: 'triangles',
  header: [
    { property: 'vertexCount', type: 'UInt32' },
    { property: 'featureCount', type: 'UInt32' },
  ],
  topology: 'PerAttributeArray',
  ordering: ['position', 'normal', 'uv0', 'color'],
  vertexAttributes: {
    position: value('Float32', 3),
    normal: value('Float32', 3),
    uv0: value('Float32', 2),
    color: value('UInt8', 4),
  },
  featureAttributeOrder: ['id', 'faceRange'],
  featureAttributes: { id: value('UInt64', 1), faceRange: value('UInt32', 2) },
};

const SCENE_LAYER = {
  id: 0,
  version: '0ECB3A28-31C8-4966-9828-7F0435D8D3D9',
  layerType: '3DObject',
  spatialReference: { wkid: 4326, latestWkid: 4326 },
  heightModelInfo: { heightModel: 'ellipsoidal' },
  store: {
    profile: 'meshpyramids',
    rootNode: './nodes/root',
    version: '1.6',
    normalReferenceFrame: 'east-north-up',
    textureEncoding: ['image/jpeg', 'image/vnd-ms.dds'],
    lodModel: 'node-switching',
    defaultGeometrySchema: SCHEMA,
  },
};

const sharedOf = (params: object, texture: MadeOldLayer['texture']): object => ({
  materialDefinitions: { Mat0: { type: 'standard', name: 'standard', params: { vertexColors: true, ...params } } },
  ...(texture && {
    textureDefinitions: {
      '0': {
        encoding: texture.encoding,
        channels: 'rgb',
        images: [{ id: '1', size: 64, href: ['../textures/0_0'] }],
      },
    },
  }),
});

/** A root that groups, the first node below it, and each further one below the one before. */
export const madeOldSlpk = (layer: MadeOldLayer): Uint8Array<ArrayBuffer> => madeZip(filesOfOldLayer(layer));

export function filesOfOldLayer({
  nodes,
  layer = {},
  documents = {},
  params = {},
  texture,
  geometry = plainBuffer,
  files = [],
}: MadeOldLayer): MadeFile[] {
  const ids = nodes.map((_, i) => Array.from({ length: i + 1 }, () => '0').join('-'));
  const sphere = ({ center }: MadeNode, radius: number) => [center.longitude, center.latitude, center.height, radius];
  const below = (i: number) =>
    nodes[i] ? [{ id: ids[i], href: `../${ids[i]}`, mbs: sphere(nodes[i], NODE_RADIUS) }] : null;
  const lodSelection = (maxError: number) => [{ metricType: 'maxScreenThreshold', maxError }];
  const [first] = nodes as [MadeNode];
  const root = {
    id: 'root',
    level: 0,
    mbs: sphere(first, ROOT_RADIUS),
    lodSelection: lodSelection(0),
    geometryData: null,
  };
  const document = (id: string, made: object) =>
    json(`nodes/${id}/3dNodeIndexDocument.json`, { ...made, features: null, ...documents[id] });
  const filesOf = (node: MadeNode, i: number): MadeFile[] => {
    const id = ids[i]!;
    return [
      document(id, {
        id,
        level: i + 1,
        mbs: sphere(node, NODE_RADIUS),
        lodSelection: lodSelection(THRESHOLD_PX),
        sharedResource: { href: './shared' },
        featureData: [{ href: './features/0' }],
        geometryData: [{ href: './geometries/0' }],
        textureData: texture ? [{ href: './textures/0_0' }] : null,
        children: below(i + 1),
      }),
      json(`nodes/${id}/shared/sharedResource.json`, sharedOf(params, texture)),
      gz(`nodes/${id}/geometries/0.bin`, geometry(node)),
      ...(texture ? [{ name: `nodes/${id}/textures/${texture.file}`, bytes: texture.bytes }] : []),
    ];
  };
  return [
    json('3dSceneLayer.json', { ...SCENE_LAYER, ...layer }),
    document('root', { ...root, children: below(0) }),
    ...nodes.flatMap(filesOf),
    ...files,
  ];
}
