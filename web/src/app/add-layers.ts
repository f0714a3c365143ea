import { notOpenedText } from '@overlook/shared/messages';
import { navigate } from 'wouter/use-browser-location';
import { addOwnLayer, LAYERS_PATH } from '../state/layers.ts';

const formats = () => import('../layers/formats/file-layer.ts');

/** Of the name of the next own layer. */
let count = 0;

/**
 * Adds a file as a layer of the person; returns the reason why it cannot, or null. Errors in the file are shown in its
 * row.
 */
export async function addLayerFile(file: File): Promise<string | null> {
  const { fileLayer, isLayerFile, LAYER_FILE_KINDS } = await formats();
  if (!isLayerFile(file.name)) return `${file.name}: This kind of file is not read here. Add ${LAYER_FILE_KINDS}.`;
  addOwnLayer(fileLayer({ id: `file-${++count}`, file }));
  return null;
}

/** The same for the address of a file, which is read at once. */
export async function addLayerAddress(address: string): Promise<string | null> {
  const { fileAtAddress } = await formats();
  try {
    return await addLayerFile(await fileAtAddress(address, location.href));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** A file that was dropped on the page and is no point cloud: its row is shown. Answers why it is not opened, or null. */
export async function openDroppedFile(file: File): Promise<string | null> {
  const { isLayerFile, LAYER_FILE_KINDS } = await formats();
  if (!isLayerFile(file.name)) return notOpenedText(file.name, LAYER_FILE_KINDS);
  await addLayerFile(file);
  if (location.pathname !== LAYERS_PATH) navigate(LAYERS_PATH);
  return null;
}
