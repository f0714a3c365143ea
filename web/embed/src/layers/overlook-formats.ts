/**
 * The imports of format modules, from `/layers/v1/overlook-formats.js` of their installation. It runs in workers: nothing in it
 * needs a page.
 */
export { defineFormat, FormatDefinitionError } from './formats/format-definition.ts';
export type {
  FormatContent,
  FormatDefinition,
  FormatKind,
  FormatLoader,
  GeoJsonContent,
  MeshContent,
  TableContent,
} from './declarations/overlook-formats.ts';
export { loaders } from './formats/loaders.ts';
