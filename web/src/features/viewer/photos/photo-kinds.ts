import { type LucideIcon, Orbit, PersonStanding, Plane } from 'lucide-react';
import type { PhotoHeightType } from '@overlook/shared/config';
import type { NearbyPhoto } from '@overlook/shared/schemas';
import { PHOTOS_MESSAGES } from '@overlook/shared/messages';

/** Types of photos as people see them (interface brief §5). */
export const PHOTO_KINDS: Readonly<Record<PhotoHeightType, { label: string; icon: LucideIcon }>> = {
  ground: { label: PHOTOS_MESSAGES['photos.ground'], icon: PersonStanding },
  airborne: { label: PHOTOS_MESSAGES['photos.airborne'], icon: Plane },
  panosphere: { label: PHOTOS_MESSAGES['photos.panosphere'], icon: Orbit },
};

/** The type of a photo; every one that a search finds has one. */
export const kindOf = ({ heightType }: Pick<NearbyPhoto, 'heightType'>) => PHOTO_KINDS[heightType ?? 'ground'];
