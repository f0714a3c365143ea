import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { toMat4 } from '@overlook/shared/maths';
import { decodeMeshIndex, partsInBox } from '@overlook/shared/meshes';
import type { ExportBox } from '@overlook/shared/schemas';
import type { CutContent } from '../publish/contents/content-models.ts';
import { INDEX_FILES, type IndexedContent } from './index-meshes.ts';

/** The contents of a layer whose parts reach into one of some boxes. */
export async function contentsInBoxes(indexFolder: string, boxes: readonly ExportBox[]): Promise<CutContent[]> {
  const index = decodeMeshIndex(await readFile(join(indexFolder, INDEX_FILES.parts)));
  const wanted = new Set(boxes.flatMap((box) => [...partsInBox(index, box)]));
  const lines = createInterface({ input: createReadStream(join(indexFolder, INDEX_FILES.contents)) });
  const contents: CutContent[] = [];
  for await (const line of lines) {
    const { first, parts, toEcef, ...content } = JSON.parse(line) as IndexedContent;
    if (Array.from({ length: parts }, (_, i) => first + i).some((part) => wanted.has(part)))
      contents.push({ ...content, toEcef: toMat4(toEcef) });
  }
  return contents;
}
