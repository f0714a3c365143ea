import type { LastSave } from '@overlook/shared/schemas';
import { VIEWER_MESSAGES } from '@overlook/shared/messages';
import { Button } from '../../ui/button/button.tsx';
import { TheirSave } from './their-save.tsx';
import css from './form.module.css';

interface TheirSaveNoticeProps {
  kind: 'user' | 'role' | 'team';
  /** What the form has loaded; null for a new one. */
  known: { version: number } | null;
  /** Null as long as it is not known. */
  lastSave: LastSave | null;
  onLoadAgain: (() => void) | undefined;
}

/** Tells that another person has saved since the form was loaded, and offers to load it again. */
export function TheirSaveNotice({ kind, known, lastSave, onLoadAgain }: TheirSaveNoticeProps) {
  if (!known || !lastSave || lastSave.version <= known.version) return null;
  return (
    <div className={css.apart}>
      <TheirSave kind={kind} save={lastSave}>
        <Button onClick={onLoadAgain}>{VIEWER_MESSAGES['viewer.loadAgain']}</Button>
      </TheirSave>
    </div>
  );
}
