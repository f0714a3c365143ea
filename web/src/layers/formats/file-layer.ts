/** A local file of the user as a layer. */
import type { AnyLayer } from '../layer-definition.ts';
import { contentLayer } from './content-layer.ts';
import type { ChosenCrs } from './file-places.ts';
import type { OfferedFormat } from './offered-formats.ts';
import { readFile } from './read-file.ts';

export { fileAtAddress, formatFor, type OfferedFormat, OWN_FORMATS, titlesOf } from './offered-formats.ts';

export interface FileLayerOptions {
  /** Id in the list of layers. */
  readonly id: string;
  readonly file: File;
  readonly format: OfferedFormat;
  /** Replaces the coordinate system that the file states. */
  readonly crs?: ChosenCrs;
}

/**
 * Returns the layer of a file. The file is read when the layer is first shown; a problem of the file is the failure of the layer.
 */
export function fileLayer({ id, file, format, crs }: FileLayerOptions): AnyLayer {
  return contentLayer(
    { id, fileName: file.name, formatTitle: format.title },
    {
      kind: 'load',
      load: ({ frame }, signal) => {
        const { id: formatId, moduleUrl } = format;
        const toRead = { name: file.name, file, origin: frame.llaFromEnu([0, 0, 0]), crs: crs ?? null };
        return readFile(toRead, { id: formatId, moduleUrl }, signal);
      },
    },
  );
}
