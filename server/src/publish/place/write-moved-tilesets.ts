import path from 'node:path';
import { toMat4 } from '@overlook/shared/maths';
import { nodeFs } from '../../errors/publish-fs.ts';
import { SourceFolder } from '../../storage/source-folder.ts';
import { compressedForms } from '../store/precompress.ts';
import { moveTilesets } from './move-tilesets.ts';

export interface PlaceRequest {
  /** Absolute. */
  readonly versionFolder: string;
  /** As delivered. */
  readonly entry: string;
  /** ECEF to ECEF, metres, 16 numbers. */
  readonly moveEcef: readonly number[];
  /** Distinguishes this move from others of the same version. */
  readonly mark: string;
}

/** Writes the JSON files of a moved layer beside those that it was delivered with. Returns the path of its entry. Throws as `moveTilesets` does. */
export async function writeMovedTilesets({ versionFolder, entry, moveEcef, mark }: PlaceRequest): Promise<string> {
  const moved = await moveTilesets(new SourceFolder(versionFolder), entry, toMat4(moveEcef), mark);
  for (const [file, bytes] of moved.files) {
    const target = path.join(versionFolder, file);
    const forms = Object.entries({ ...(await compressedForms(file, bytes)), '': bytes });
    for (const [ending, form] of forms) {
      if (!form) continue;
      const name = ending === '' ? target : `${target}.${ending}`;
      await nodeFs.write(name, form);
      await nodeFs.sync(name, 'file');
    }
    await nodeFs.sync(path.dirname(target), 'folder');
  }
  return moved.entry;
}
