import { type ModelListEntry as SharedEntry, parseJson, readModelsList } from '@overlook/shared/tiles3d';
import { inFile } from '../../errors/import-refused.ts';
import { type SourceFolder, resolveUri } from '../../storage/source-folder.ts';

/** One tileset of a `models.json` list, with the place of its entry. */
export interface ModelListEntry extends SharedEntry {
  /** Path of the tileset below the source folder. */
  readonly filePath: string;
}

/** Reads a `models.json`. Throws `ImportRefusedError`. */
export const readModelList = (folder: SourceFolder, listPath: string): Promise<ModelListEntry[]> =>
  inFile(listPath, async () =>
    readModelsList(parseJson(await folder.read(listPath, ''))).map((entry) => ({
      ...entry,
      filePath: resolveUri(listPath, entry.url, entry.place),
    })),
  );

/** The bytes of a list in the form every client reads. */
export function writeModelList(entries: readonly Pick<SharedEntry, 'url' | 'position' | 'orientation'>[]): Uint8Array {
  const list = entries.map(({ url, position, orientation }) => ({
    CesiumOptions: { url },
    ...(position ? { position } : {}),
    ...(orientation ? { orientation } : {}),
  }));
  return Buffer.from(`${JSON.stringify(list, null, 2)}\n`);
}
