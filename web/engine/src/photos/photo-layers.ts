import type { Layer } from '@deck.gl/core';
import { AreaOutlineLayer } from '../areas/area-outline-layer.ts';
import type { FrustumShape } from './frustum-shape.ts';
import { PictureLayer } from './picture-layer.ts';
import type { ShownPicture } from './shown-picture.ts';

const PICTURE_OPACITY = 0.9;

/** The frustum of a photo: the picture on its far plane, then its edges, fainter where the model hides them. */
export function frustumLayers({ lines, cornersEnu }: FrustumShape, picture: ShownPicture): Layer[] {
  const id = 'overlook-photo-frustum';
  const areas = [lines];
  return [
    ...(cornersEnu
      ? [new PictureLayer({ id: `${id}-picture`, corners: cornersEnu, picture, opacity: PICTURE_OPACITY })]
      : []),
    new AreaOutlineLayer({
      id: `${id}-hidden`,
      areas,
      isHiddenPart: true,
      parameters: { depthCompare: 'greater', depthWriteEnabled: false },
    }),
    new AreaOutlineLayer({
      id,
      areas,
      isHiddenPart: false,
      parameters: { depthCompare: 'less-equal', depthWriteEnabled: false },
    }),
  ];
}
