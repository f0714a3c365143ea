/** `@overlook/layers/formats`: definitions of file formats. Their modules run in workers. */
export { defineFormat, FormatDefinitionError } from '../layers/formats/format-definition.ts';
export type {
  FormatContent,
  FormatDefinition,
  FormatKind,
  FormatLoader,
  GeoJsonContent,
  MeshContent,
  TableContent,
} from '../layers/declarations/overlook-formats.ts';
