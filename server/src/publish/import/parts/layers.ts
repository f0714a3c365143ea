import { publishedVersions } from '../../register/stored-captures.ts';
import { writeLayer } from '../../register/write-layer.ts';
import { registerCapture } from '../../register/register-capture.ts';
import { settleLayers, withdrawLayers } from '../../register/settle-layers.ts';
import { checkLayers } from '../check-request.ts';
import { heightDoubts } from '../height-doubts.ts';
import type { ImportPart, ImportWork } from '../import-part.ts';

/** The tiles of all layers of the import. */
export function layersPart(work: ImportWork): ImportPart {
  const { request, surroundings, written, captures } = work;
  const { db, filesDir, fs, objects, folders, signal, onProgress, publishedBy } = surroundings;
  const stores = { db, filesDir, fs, objects, arePacked: folders.arePacked };
  return {
    async prepare() {
      const checked = await checkLayers(request, surroundings, work.converted);
      work.checked = checked;
      work.warnings.push(...checked.flatMap(({ warnings }) => warnings), ...(await heightDoubts(db, request, checked)));
      const found = work.ground ?? checked[0]!.ground;
      work.ground = { ...found, height: request.groundHeight ?? found.height };
    },
    async store() {
      for (const layer of work.checked)
        written.push(
          await writeLayer(layer, request.slug, {
            filesDir,
            fs,
            signal,
            bases: await publishedVersions(db, request.slug, layer.layer),
            onBytes: (done, total) => onProgress({ phase: 'copying', layer: layer.layer, done, total }),
          }),
        );
    },
    async register(tx, site) {
      for (const layer of written) captures.push(await registerCapture(tx, site, layer, request, publishedBy));
    },
    withdraw: () => withdrawLayers(written, stores),
    settle: () => settleLayers(written, captures, stores),
  };
}
