/** Texture coordinates of a primitive: at most two sets, of which each texture of its material uses one. */
import { type GltfTextureInfo, transformUvs, uvPlaceOf } from '@overlook/shared/gltf';
import { toFloats } from '../accessors.ts';
import type { Attribute } from '../points/scan-values.ts';

export class UvSets {
  readonly sets: Attribute[] = [];
  readonly #keys: string[] = [];

  constructor(private readonly attribute: (name: string) => Attribute | null) {}

  /** Which of {@link sets} a texture uses; null where its coordinates are missing, or would be a third set. */
  placeOf(info: GltfTextureInfo): number | null {
    const { set, transform } = uvPlaceOf(info);
    const key = `${set}/${transform ?? ''}`;
    const known = this.#keys.indexOf(key);
    if (known >= 0) return known;
    const uvs = this.#keys.length < 2 ? this.attribute(`TEXCOORD_${set}`) : null;
    if (uvs?.size !== 2) return null;
    this.#keys.push(key);
    return this.sets.push(transform ? transformed(uvs, transform) : uvs) - 1;
  }
}

const transformed = (uvs: Attribute, transform: Parameters<typeof transformUvs>[1]): Attribute => ({
  value: transformUvs(toFloats(uvs), transform),
  size: 2,
  normalized: false,
});
