import { IDENTITY, scale } from '@overlook/shared/maths';
import { MalformedContentError } from '@overlook/shared/tiles3d';
import { centreOf, sidesOf } from '../bounds.ts';
import { parseTileContent } from '../formats/tile-content.ts';
import { inFile } from '../../errors/import-refused.ts';
import type { SourceFolder } from '../../storage/source-folder.ts';
import { contentExtent } from './content-extent.ts';
import { inspectContent } from './content-facts.ts';

/** The file names that are one tile's content rather than a tileset. */
export const CONTENT_FILE = /\.(glb|gltf|b3dm|i3dm|pnts|cmpt)$/i;

/**
 * The JSON of a tileset with one tile that shows `filePath`, its box measured from the content's own positions. Throws
 * `ImportRefusedError` when the file is no content or its extent cannot be measured.
 */
export async function wrapContent(folder: SourceFolder, filePath: string): Promise<Uint8Array> {
  const { box, isGltf } = await inFile(filePath, async () => {
    const content = parseTileContent(await folder.read(filePath, ''));
    if (content.kind === 'tileset') return content.json.fail('is a tileset; call it .json.');
    const { positions } = await inspectContent(content, { folder, filePath, unpacking: { left: 1 } }, 'Y');
    const extent = contentExtent(positions, IDENTITY);
    if (!extent)
      throw new MalformedContentError(
        'document',
        'has no extent that can be read, so it has to be part of a tileset that says it.',
      );
    return { box: extent.box, isGltf: content.kind === 'glb' || content.kind === 'gltf' };
  });
  const center = centreOf(box);
  const half = scale(sidesOf(box), 0.5);
  const tileset = {
    asset: { version: isGltf ? '1.1' : '1.0' },
    geometricError: 2 * Math.hypot(...half),
    root: {
      refine: 'ADD',
      boundingVolume: { box: [...center, half[0], 0, 0, 0, half[1], 0, 0, 0, half[2]] },
      geometricError: 0,
      content: { uri: encodeURIComponent(filePath) },
    },
  };
  return Buffer.from(`${JSON.stringify(tileset, null, 2)}\n`);
}
