/** A local file of the user as a layer. */
import type { AnyLayer } from '../layer-definition.ts';
import { contentLayer } from './content-layer.ts';
import type { ChosenCrs } from './file-places.ts';
import type { OfferedFormat } from './offered-formats.ts';
import { ColumnsNeededError, readFile } from './read-file.ts';
import type { PositionColumns } from './table-columns.ts';

export type { PositionColumns } from './table-columns.ts';
export { fileAtAddress, formatFor, type OfferedFormat, OWN_FORMATS, titlesOf } from './offered-formats.ts';

export interface FileLayerOptions {
  /** Id in the list of layers. */
  readonly id: string;
  readonly file: File;
  readonly format: OfferedFormat;
  /** Replaces the coordinate system that the file states. */
  readonly crs?: ChosenCrs;
  /** Asks for the columns of positions of a table in which none are recognised; null where the user chooses none. */
  readonly chooseColumns?: ChooseColumns;
}

/** Null, too, when `signal` aborts: the layer is not wanted any more. */
export type ChooseColumns = (titles: readonly string[], signal: AbortSignal) => Promise<PositionColumns | null>;

/**
 * Returns the layer of a file. The file is read when the layer is first shown; a problem of the file is the failure of the layer.
 */
export function fileLayer({ id, file, format, crs, chooseColumns }: FileLayerOptions): AnyLayer {
  return contentLayer(
    { id, fileName: file.name, formatTitle: format.title },
    {
      kind: 'load',
      load: async ({ frame }, signal) => {
        const { id: formatId, moduleUrl } = format;
        const toRead = { name: file.name, file, origin: frame.llaFromEnu([0, 0, 0]), crs: crs ?? null };
        const read = (columns: PositionColumns | null) =>
          readFile({ ...toRead, columns }, { id: formatId, moduleUrl }, signal);
        try {
          return await read(null);
        } catch (error) {
          const chosen = error instanceof ColumnsNeededError ? await chooseColumns?.(error.titles, signal) : null;
          if (!chosen) throw error;
          return read(chosen);
        }
      },
    },
  );
}
