import { type DroppedFile, folderOf } from './dropped-file.ts';

/** A glTF of text names its buffers and pictures; a longer one is a model that holds them itself. */
const LARGEST_BYTES = 64 * 1024 * 1024;

/** The paths that a `.gltf` names, beside the selection's other paths; empty where it cannot be read. */
export async function filesOfGltf({ path, file }: DroppedFile): Promise<string[]> {
  if (file.size > LARGEST_BYTES) return [];
  try {
    const { buffers, images } = JSON.parse(await file.text()) as Record<string, unknown>;
    return [...urisIn(buffers), ...urisIn(images)].flatMap((uri) => resolved(folderOf(path), uri) ?? []);
  } catch {
    return []; // the import refuses it with the reason
  }
}

function* urisIn(list: unknown): Generator<string> {
  if (!Array.isArray(list)) return;
  for (const one of list as readonly unknown[]) {
    const uri = typeof one === 'object' && one !== null ? (one as { uri?: unknown }).uri : undefined;
    if (typeof uri === 'string' && !uri.startsWith('data:')) yield uri;
  }
}

/** A path that leads from a folder to a URI; null where it leads out of the selection. */
function resolved(folder: string, uri: string): string | null {
  const names = folder === '' ? [] : folder.split('/');
  for (const name of decodeURIComponent(uri).split('/')) {
    if (name === '..') {
      if (names.pop() === undefined) return null;
    } else if (name !== '.') names.push(name);
  }
  return names.join('/');
}
