import type { Vec3 } from '@overlook/shared/maths';
import type { Bookmark } from '@overlook/shared/schemas';
import { keepDraft, keptDraft } from '../../../../state/drafts.ts';
import { draftOf, readDraft } from './moc-draft.ts';
import { draftKey } from './form-store.ts';
import { poiAt } from './pick-position.tsx';

interface MocStart {
  readonly userId: number;
  readonly siteId: number;
  readonly pointEcef: Vec3;
  readonly bookmark: Bookmark | null;
}

/** Gives the form of a new change its position before it opens; earlier typed values are kept. */
export function startMocAt({ userId, siteId, pointEcef, bookmark }: MocStart): void {
  const key = draftKey(userId, siteId, null);
  const draft = readDraft(keptDraft(key)) ?? draftOf(null);
  const view = draft.poi ? {} : { bookmark };
  keepDraft(key, { ...draft, ...view, poi: poiAt(pointEcef), isPoiNew: true });
}
