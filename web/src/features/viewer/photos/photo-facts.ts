import { angleText, dateText, dateTimeText, llaTexts } from '@overlook/shared/format';
import type { NearbyPhoto, Photo } from '@overlook/shared/schemas';

interface PhotoFact {
  readonly key: string;
  readonly name: string;
  readonly value: string;
}

/** When a photo was taken: at its place where its file gives no zone, else in the reader's zone. Null for unknown. */
function momentOf({ takenAt, hasZone }: Pick<Photo, 'takenAt' | 'hasZone'>): Date | null {
  if (takenAt === null) return null;
  const date = new Date(takenAt);
  if (hasZone) return date;
  // Without a zone the local time was written as UTC.
  return new Date(
    date.getUTCFullYear(),
    date.getUTCMonth(),
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
  );
}

/** The day a photo was taken: "14 Mar 2026". Null for unknown. */
export function takenText(photo: Pick<Photo, 'takenAt' | 'hasZone'>): string | null {
  const moment = momentOf(photo);
  return moment && dateText(moment);
}

/** What is known of how a photo was taken, for people; what is not known is left out. */
export function photoFacts({ photo, pois }: NearbyPhoto): PhotoFact[] {
  const facts: PhotoFact[] = [];
  const add = (name: string, value: string) => facts.push({ key: name, name, value });
  const moment = momentOf(photo);
  if (moment) add('Taken', dateTimeText(moment));
  if (photo.camera) add('Camera', photo.camera);
  const [place] = pois;
  if (place) {
    const { longitude, latitude, height } = llaTexts({ ...place, height: place.altitude });
    add('Lon, Lat, H', `${longitude}, ${latitude}, ${height}`);
  }
  if (photo.angles) {
    const { headingDeg, pitchDeg, rollDeg } = photo.angles;
    add('Heading, pitch, roll', [headingDeg, pitchDeg, rollDeg].map(angleText).join(', '));
  }
  if (photo.hfovDeg !== null) add('Field of view', angleText(photo.hfovDeg));
  return facts;
}
