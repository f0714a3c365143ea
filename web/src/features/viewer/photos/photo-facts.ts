import { angleText, dateText, dateTimeText, llaTexts } from '@overlook/shared/format';
import { PHOTOS_MESSAGES } from '@overlook/shared/messages';
import type { NearbyPhoto, Photo } from '@overlook/shared/schemas';

interface PhotoFact {
  readonly key: string;
  readonly name: string;
  readonly value: string;
}

/** Where the parts of an ISO time begin and end. */
const [DAY_END, CLOCK_START, CLOCK_END] = ['yyyy-mm-dd'.length, 'yyyy-mm-ddT'.length, 'yyyy-mm-ddThh:mm'.length];

/**
 * The day a photo was taken: "14 Mar 2026". That of its place where its file gives no zone, in which case its local time is
 * written as UTC; else that of the reader. Null for unknown.
 */
export function takenText({ takenAt, hasZone }: Pick<Photo, 'takenAt' | 'hasZone'>): string | null {
  if (takenAt === null) return null;
  // Noon is used, because it exists on every day in every zone.
  return dateText(hasZone ? new Date(takenAt) : new Date(`${takenAt.slice(0, DAY_END)}T12:00`));
}

/** Day and time, and by whose clock: the reader's zone is named only for photos whose own is known. */
function momentText(photo: Pick<Photo, 'takenAt' | 'hasZone'>): string | null {
  const { takenAt, hasZone } = photo;
  if (takenAt === null) return null;
  if (hasZone) return `${dateTimeText(new Date(takenAt))}, ${PHOTOS_MESSAGES['photos.ownZone']}`;
  return `${takenText(photo)}, ${takenAt.slice(CLOCK_START, CLOCK_END)}, ${PHOTOS_MESSAGES['photos.cameraClock']}`;
}

/** The known facts about how a photo was taken, for people; unknown ones are omitted. */
export function photoFacts({ photo, pois }: NearbyPhoto): PhotoFact[] {
  const facts: PhotoFact[] = [];
  const add = (name: string, value: string) => facts.push({ key: name, name, value });
  const moment = momentText(photo);
  if (moment) add(PHOTOS_MESSAGES['photos.taken'], moment);
  if (photo.camera) add(PHOTOS_MESSAGES['photos.camera'], photo.camera);
  const [place] = pois;
  if (place) {
    const { longitude, latitude, height } = llaTexts({ ...place, height: place.altitude });
    add(PHOTOS_MESSAGES['photos.lonLatH'], `${longitude}, ${latitude}, ${height}`);
  }
  if (photo.angles) {
    const { headingDeg, pitchDeg, rollDeg } = photo.angles;
    add(
      PHOTOS_MESSAGES['photos.headingPitchRoll'],
      [headingDeg, pitchDeg, rollDeg].map((deg) => angleText(deg)).join(', '),
    );
  }
  if (photo.tilt)
    add(
      PHOTOS_MESSAGES['photos.pitchRoll'],
      [photo.tilt.pitchDeg, photo.tilt.rollDeg].map((deg) => angleText(deg)).join(', '),
    );
  if (photo.hfovDeg !== null) add(PHOTOS_MESSAGES['photos.fieldOfView'], angleText(photo.hfovDeg));
  return facts;
}
