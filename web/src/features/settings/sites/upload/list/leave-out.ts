import type { Upload, UploadPart } from '@overlook/shared/schemas';
import { isUploadPath } from '@overlook/shared/uploads';
import { endingOf } from '../recognise/dropped-file.ts';

const ENDINGS: readonly (readonly [UploadPart, RegExp])[] = [
  ['points', /^(?:las|laz|e57|pts|ptx|ply)$/],
  ['cad', /^(?:ifc|ifczip|glb|gltf)$/],
  ['photos', /^(?:jpe?g|png|tiff?|webp|avif|hei[cf])$/],
  ['properties', /^(?:csv|json|txt)$/],
];

/**
 * The refused file as `part/path`, where the delivery is still something without it; null otherwise. A tileset is nothing
 * without a file that it names.
 */
export function refusedFile({ failure, parts }: Upload): string | null {
  const file = failure?.file;
  if (!file || !isUploadPath(file)) return null;
  const part = ENDINGS.find(([, ending]) => ending.test(endingOf(file)))?.[0];
  const found = parts.find((one) => one.part === part);
  if (!found) return null;
  return found.files > 1 || parts.length > 1 ? `${found.part}/${file}` : null;
}
