import { isOwnCloud, isOwnModel } from '@overlook/shared/config';
import { notOpenedText } from '@overlook/shared/messages';
import { navigate } from 'wouter/use-browser-location';
import { procedures, queryClient } from '../../../api/queries.ts';
import { activeScreen } from '../../../state/screens.ts';
import type { ChoosePlace } from '@overlook/embed/layers/formats/file-layer';
import type { OfferedFormat } from '@overlook/embed/layers/formats/offered-formats';
import { command } from '../../../state/commands.ts';
import { addOwnLayer, LAYERS_PATH } from '../../../state/layers.ts';
import { askPlace } from './place-question.ts';

const fileLayers = () => import('@overlook/embed/layers/formats/file-layer');

/** Of the name of the next own layer. */
let count = 0;

/** The formats of files that may be added: those that the installation offers come before those of the viewer. */
async function formats(): Promise<readonly OfferedFormat[]> {
  const { OWN_FORMATS } = await fileLayers();
  const offered = await queryClient.ensureQueryData(procedures.layers.all.queryOptions()).catch(() => null);
  const { siteId } = activeScreen();
  const here = (offered?.formats ?? []).filter(({ siteIds }) => siteId === null || siteIds.includes(siteId));
  return [
    ...here.map((offer) => ({ ...offer, moduleUrl: new URL(offer.moduleUrl, location.href).href })),
    ...OWN_FORMATS,
  ];
}

/**
 * Adds a file as a layer of the person; returns the reason why it cannot, or null. Errors in the file are shown in its
 * row.
 */
export async function addLayerFile(file: File): Promise<string | null> {
  if (isOwnCloud(file.name) || isOwnModel(file.name)) {
    command('openOwnFile', file);
    return null;
  }
  const known = await formats();
  const { fileLayer, formatFor, titlesOf } = await fileLayers();
  const format = formatFor(known, file);
  if (!format) return notOpenedText(file.name, titlesOf(known));
  const choosePlace: ChoosePlace = (question, signal) => askPlace(file.name, question, signal);
  addOwnLayer(fileLayer({ id: `file-${++count}`, file, format, choosePlace }));
  return null;
}

/** The same for the address of a file. An archive of a model is read as its tiles are needed, another file at once. */
export async function addLayerAddress(address: string): Promise<string | null> {
  const { fileAtAddress } = await fileLayers();
  try {
    const url = new URL(address, location.href);
    if (isOwnCloud(url.pathname) || isOwnModel(url.pathname)) {
      const { fileAt } = await import('@overlook/engine');
      // Only archives are read in parts: a point cloud is shown whole.
      command('openOwnFile', await fileAt(url, isOwnModel(url.pathname)));
      return null;
    }
    return await addLayerFile(await fileAtAddress(url, await formats()));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Opens a file that was dropped on the page and is neither a point cloud nor a model, and shows its row. Returns the reason why it
 * is not opened, or null. */
export async function openDroppedFile(file: File): Promise<string | null> {
  const failure = await addLayerFile(file);
  if (failure === null && location.pathname !== LAYERS_PATH) navigate(LAYERS_PATH);
  return failure;
}
