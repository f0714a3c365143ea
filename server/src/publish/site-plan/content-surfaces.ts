import { ContentReader, type CutContent } from '../contents/content-models.ts';
import type { SourceFolder } from '../../storage/source-folder.ts';
import { cloudSurface } from './cloud-surface.ts';
import { gltfSurfaces } from './gltf-surfaces.ts';
import type { Surface } from './surfaces.ts';

/** Largest number of instances of an i3dm that are drawn: a forest needs no more. */
const MOST_INSTANCES = 100_000;

/** Reads the drawn surfaces of the contents of a published folder. */
export class SurfaceReader {
  readonly #contents: ContentReader;

  constructor(folder: SourceFolder) {
    this.#contents = new ContentReader(folder);
  }

  /** One after another, so that no more than one content is in memory. Throws where the content is damaged. */
  async *read(content: CutContent): AsyncGenerator<Surface> {
    for await (const part of this.#contents.read(content)) {
      if (part.kind === 'points') yield await cloudSurface(part.tile, part.toEcef);
      else for (const { toEcef } of part.places.slice(0, MOST_INSTANCES)) yield* gltfSurfaces(part, toEcef);
    }
  }
}
