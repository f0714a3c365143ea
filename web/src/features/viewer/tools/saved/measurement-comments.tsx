import { Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { COMMENT_LONGEST } from '@overlook/shared/config';
import { dateTimeText } from '@overlook/shared/format';
import { formatMessage, SAVED_MESSAGES } from '@overlook/shared/messages';
import type { MeasurementComment, SiteMeasurement } from '@overlook/shared/schemas';
import { api } from '../../../../api/client.ts';
import { useMeasurementComments, useMeasurementsChanged } from '../../../../api/measurements.ts';
import { newUuid } from '../../../../state/new-uuid.ts';
import { showToast } from '../../../../state/toasts.ts';
import { Button } from '../../../../ui/button/button.tsx';
import { IconButton } from '../../../../ui/button/icon-button.tsx';
import { TextArea } from '../../../../ui/field/text-area.tsx';
import css from './saved.module.css';

interface MeasurementCommentsProps {
  siteId: number;
  measurement: Pick<SiteMeasurement, 'id' | 'mayChange'>;
}

/** What people say about a measurement, and a field for more. */
export function MeasurementComments({ siteId, measurement }: MeasurementCommentsProps) {
  const { id, mayChange } = measurement;
  const { data } = useMeasurementComments(siteId, id);
  const changed = useMeasurementsChanged();
  const [draft, setDraft] = useState({ body: '', guid: newUuid() });
  const [isBusy, setBusy] = useState(false);
  const doing = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
      await changed();
    } catch {
      showToast(SAVED_MESSAGES['saved.commentFailed'], 'error');
    }
    setBusy(false);
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    void doing(async () => {
      await api.measurements.comment.mutate({ siteId, id, ...draft });
      setDraft({ body: '', guid: newUuid() });
    });
  };
  const remove = ({ id: commentId }: MeasurementComment) =>
    doing(() => api.measurements.removeComment.mutate({ siteId, id, commentId }));
  const comments = data?.comments ?? [];
  return (
    <section aria-label={SAVED_MESSAGES['saved.comments']} className={css.comments}>
      <h3 className={css.heading}>{SAVED_MESSAGES['saved.comments']}</h3>
      {data && comments.length === 0 && <p className={css.hint}>{SAVED_MESSAGES['saved.noComments']}</p>}
      <ul className={css.commentList}>
        {comments.map((comment) => (
          <li key={comment.id} className={css.comment}>
            <span className={css.commentHead}>
              {comment.by} · {dateTimeText(new Date(comment.at))}
            </span>
            <span className={css.commentText}>{comment.body}</span>
            {(comment.isOwn || mayChange) && (
              <IconButton
                icon={Trash2}
                size="s"
                label={formatMessage(SAVED_MESSAGES['saved.removeComment'], { name: comment.by })}
                disabled={isBusy}
                onClick={() => void remove(comment)}
              />
            )}
          </li>
        ))}
      </ul>
      <form className={css.write} onSubmit={send}>
        <TextArea
          label={SAVED_MESSAGES['saved.write']}
          rows={2}
          maxLength={COMMENT_LONGEST}
          value={draft.body}
          onChange={(body) => setDraft({ ...draft, body })}
        />
        <Button type="submit" isBusy={isBusy} disabled={draft.body.trim() === ''}>
          {SAVED_MESSAGES['saved.send']}
        </Button>
      </form>
    </section>
  );
}
