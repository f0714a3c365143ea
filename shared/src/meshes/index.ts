export { estimateTriangles, partsInBox, type TriangleEstimate } from './estimate-triangles.ts';
export { decodeMeshIndex, encodeMeshIndex, type MeshIndex, type MeshPart, MeshIndexBuilder } from './mesh-index.ts';
