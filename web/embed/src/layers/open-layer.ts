import type { LayerOffer } from '@overlook/shared/schemas';
import { checkLayer } from './define-layer.ts';
import type { AnyLayer } from './layer-definition.ts';

/**
 * Loads the definition of a layer that an installation offers: from the gallery, or the default export of its module. Rejects
 * with the reason if the module cannot be loaded or its definition is invalid.
 */
export async function openLayer({ id, title, icon, gallery, options, moduleUrl }: LayerOffer): Promise<AnyLayer> {
  if (gallery)
    return (await import('./gallery/index.ts')).loadGalleryLayer(gallery, {
      id,
      title,
      ...(icon && { icon }),
      options,
    });
  if (moduleUrl === null) throw new TypeError('The layer has no module.');
  const module = (await import(/* @vite-ignore */ new URL(moduleUrl, location.href).href)) as { default?: unknown };
  const definition = module.default;
  checkLayer(definition);
  if (definition.id !== id) throw new TypeError(`Layer "${definition.id}": id must be ${id}, as in its manifest.`);
  return definition;
}
