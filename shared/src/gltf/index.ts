export { decodedDoubles, decodedFloats } from './decoded-numbers.ts';
export { type GltfAccessor, readAccessor } from './gltf-accessor.ts';
export { type BufferBytes, bytesOf, GltfData } from './gltf-data.ts';
export { instancingOf, readInstances } from './gltf-instances.ts';
export { type GltfLists, listsOf, nameOf } from './gltf-lists.ts';
export {
  type GltfTextureInfo,
  imageOf,
  PICTURE_EXTENSIONS,
  readMaterial,
  transformUvs,
  uvPlaceOf,
} from './gltf-materials.ts';
export { nodeMatrix, type PlacedNode, placedNodes, sceneRoots } from './gltf-nodes.ts';
export { compressionOf, type MeshoptDecoder, usesMeshopt } from './meshopt-views.ts';
