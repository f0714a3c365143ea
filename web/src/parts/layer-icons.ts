import { Boxes, Grip, Image, Images, type LucideIcon, Mountain } from 'lucide-react';
import type { ModelTypeKey } from '@overlook/shared/config';

/** Icons of the layers (interface brief §5). */
export const LAYER_ICONS: Readonly<Record<ModelTypeKey, LucideIcon>> = {
  textured: Image,
  shaded: Mountain,
  pointCloud: Grip,
  cad: Boxes,
  nearbyPhotos: Images,
};
