/** A local file of the user as a layer. */
import type { AnyLayer } from '../layer-definition.ts';
import { contentLayer } from './content-layer.ts';
import type { ChosenCrs } from './file-places.ts';
import type { OfferedFormat } from './offered-formats.ts';
import { type PlaceChoice, PlaceNeededError, type PlaceQuestion } from './place-question.ts';
import { readFile } from './read-file.ts';

export type { PlaceChoice, PlaceQuestion } from './place-question.ts';
export { fileAtAddress, formatFor, type OfferedFormat, OWN_FORMATS, titlesOf } from './offered-formats.ts';

export interface FileLayerOptions {
  /** Id in the list of layers. */
  readonly id: string;
  readonly file: File;
  readonly format: OfferedFormat;
  /** Replaces the coordinate system that the file states. */
  readonly crs?: ChosenCrs;
  /** Asks what the coordinates are of a file that does not say it; null where the user chooses nothing. */
  readonly choosePlace?: ChoosePlace;
}

/** Null, too, when `signal` aborts: the layer is not wanted any more. */
export type ChoosePlace = (question: PlaceQuestion, signal: AbortSignal) => Promise<PlaceChoice | null>;

/**
 * Returns the layer of a file. The file is read when the layer is first shown; a problem of the file is the failure of the layer.
 */
export function fileLayer({ id, file, format, crs, choosePlace }: FileLayerOptions): AnyLayer {
  return contentLayer(
    { id, fileName: file.name, formatTitle: format.title },
    {
      kind: 'load',
      load: async ({ frame }, signal) => {
        const { id: formatId, moduleUrl } = format;
        const toRead = { name: file.name, file, origin: frame.llaFromEnu([0, 0, 0]), crs: crs ?? null };
        const read = (choice: PlaceChoice | null) =>
          readFile({ ...toRead, ...choice }, { id: formatId, moduleUrl }, signal);
        try {
          return await read(null);
        } catch (error) {
          const chosen = error instanceof PlaceNeededError ? await choosePlace?.(error.question, signal) : null;
          if (!chosen) throw error;
          return read(chosen);
        }
      },
    },
  );
}
