import { eq } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { captures } from '@overlook/db/schema';
import { MEASUREMENTS_MESSAGES } from '@overlook/shared/messages';
import type { MeasuredLayer, MeasurementSubject } from '@overlook/shared/schemas';
import { POINT_CLOUD } from '@overlook/shared/config';
import type { SignedInContext } from '../../context.ts';
import { notFound } from '../../errors/app-error.ts';
import { MODEL_FILES_URL } from '../../storage/version-folders.ts';
import { mayReadCapture, type StoredCapture, storedCaptures } from '../captures/find-capture.ts';

/** The version and the file of a capture, without the slug and the folder, which may change: `<version>/tileset.json`. */
const versionOf = ({ filepath }: Pick<StoredCapture, 'filepath'>): string =>
  filepath.startsWith(MODEL_FILES_URL)
    ? filepath.slice(MODEL_FILES_URL.length).split('/').slice(2).join('/')
    : filepath;

/** The captures of a site that are not withdrawn. */
export const capturesOfSite = (db: Db, siteId: number): Promise<StoredCapture[]> =>
  storedCaptures(db, eq(captures.siteId, siteId));

/** Which captures a question names: by layer and date, or by id. */
type Named = Pick<StoredCapture, 'modeltypeId'> & ({ takenOn: string | null } | { captureId: number });

function namedCaptures(subject: MeasurementSubject): Named[] {
  if (subject.what === 'figure') return subject.points.map(({ modeltypeId, takenOn }) => ({ modeltypeId, takenOn }));
  const { id: modeltypeId } = POINT_CLOUD;
  const own = { modeltypeId, captureId: subject.captureId };
  const { captureId: below } = subject.what === 'volume' && subject.base.kind === 'capture' ? subject.base : {};
  return below === undefined ? [own] : [own, { modeltypeId, captureId: below }];
}

/** The layers that something is measured on, each capture once. Throws 404 for one that does not exist for the caller. */
export function layersOf(
  { caller }: Pick<SignedInContext, 'caller'>,
  subject: MeasurementSubject,
  stored: readonly StoredCapture[],
): MeasuredLayer[] {
  const found = new Map<number, MeasuredLayer>();
  for (const named of namedCaptures(subject)) {
    const capture = stored.find((one) =>
      'captureId' in named
        ? one.id === named.captureId
        : one.modeltypeId === named.modeltypeId &&
          (named.takenOn === null ? one.isCurrent : one.takenOn === named.takenOn && one.publishedAt !== null),
    );
    if (!capture || !mayReadCapture(caller, capture))
      throw notFound(MEASUREMENTS_MESSAGES['measurements.layerUnknown']);
    const { id, modeltypeId, takenOn } = capture;
    found.set(id, { modeltypeId, captureId: id, takenOn, version: versionOf(capture) });
  }
  return [...found.values()];
}

/** What became of the files of a layer since something was measured on them. */
export function layerState(
  { captureId, version }: MeasuredLayer,
  stored: readonly StoredCapture[],
): 'same' | 'replaced' | 'gone' {
  const capture = stored.find(({ id }) => id === captureId);
  if (!capture) return 'gone';
  return versionOf(capture) === version ? 'same' : 'replaced';
}
