/** The formats that the viewer reads beside point clouds. */
import type { FormatDefinition } from './format-definition.ts';
import { kindOf } from './format-kinds.ts';
import { csvFormat, geojsonFormat, geopackageFormat, kmlFormat, shapefileFormat } from './map-formats.ts';
import { objFormat, plyFormat } from './mesh-formats.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- each content() takes what its own loader answers
export type AnyFormat = FormatDefinition<any>;

export const FORMATS: readonly AnyFormat[] = [
  geojsonFormat,
  kmlFormat,
  csvFormat,
  shapefileFormat,
  geopackageFormat,
  objFormat,
  plyFormat,
];

/** The format of a file by the end of its name; null for one that is not read here. */
export const formatOf = (fileName: string): AnyFormat | null => kindOf(FORMATS, fileName);
