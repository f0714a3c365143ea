import { unknownExtensions, UnsupportedContentError } from '@overlook/shared/tiles3d';
import type { GltfJson } from './gltf-schema.ts';

/** Throws UnsupportedContentError for glTF 1 and for a required extension that is not implemented, naming it. */
export function checkGltfSupport(json: GltfJson, name: string): void {
  const version = String(json.asset?.version ?? 'without a version');
  if (!version.startsWith('2.'))
    throw new UnsupportedContentError(name, `is glTF ${version}; only version 2 is supported.`);
  const unknown = unknownExtensions(json.extensionsRequired ?? []);
  if (unknown.length === 0) return;
  throw new UnsupportedContentError(
    name,
    `needs glTF extension${unknown.length > 1 ? 's' : ''} ${unknown.join(', ')}, which ${unknown.length > 1 ? 'are' : 'is'} not supported.`,
  );
}
