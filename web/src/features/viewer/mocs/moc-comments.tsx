import { CloudOff, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { COMMENT_LONGEST } from '@overlook/shared/config';
import { MESSAGES } from '@overlook/shared/messages';
import type { Moc } from '@overlook/shared/schemas';
import { addMocComment, removeMocComment, useMocComments } from '../../../api/mocs.ts';
import { showToast } from '../../../state/toasts.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { DateWords } from '../../../ui/date-words.tsx';
import { TextArea } from '../../../ui/field/text-area.tsx';
import { ErrorState } from '../../../ui/status/state-message.tsx';
import { FoldedPart } from './folded-part.tsx';
import css from './moc-details.module.css';

/** What people have said about a change, and the field to say more. */
export const MocComments = ({ moc }: { moc: Moc }) => (
  <FoldedPart title="Comments">
    <Comments place={{ siteId: moc.siteID, id: moc.id }} />
  </FoldedPart>
);

function Comments({ place }: { place: { siteId: number; id: number } }) {
  const { data, isError, isFetching, refetch } = useMocComments(place);
  if (isError) {
    return (
      <ErrorState
        icon={CloudOff}
        title={MESSAGES['comments.fetchFailed']}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return null;
  const remove = (commentId: number) =>
    void removeMocComment(place, commentId).catch(() => showToast('comment.removeFailed', 'error'));
  return (
    <>
      {data.comments.length === 0 && <p className={css.none}>{MESSAGES['comments.empty']}</p>}
      <ul className={css.part}>
        {data.comments.map(({ id, by, at, body, isOwn }) => (
          <li key={id} className={css.entry}>
            <p className={css.row}>
              <span className={css.name}>
                {by ?? 'Somebody'}, <DateWords iso={at} />
              </span>
              {isOwn && <IconButton icon={Trash2} label="Remove comment" size="s" onClick={() => remove(id)} />}
            </p>
            <p className={css.body}>{body}</p>
          </li>
        ))}
      </ul>
      <NewComment place={place} />
    </>
  );
}

function NewComment({ place }: { place: { siteId: number; id: number } }) {
  const [body, setBody] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (body.trim() === '') return setError(MESSAGES['comment.required']);
    setBusy(true);
    try {
      await addMocComment(place, body.trim());
      setBody('');
    } catch {
      // What was typed stays, to be sent again.
      setError(MESSAGES['comment.saveFailed']);
    }
    setBusy(false);
  };
  return (
    <form className={css.part} noValidate onSubmit={(event) => void send(event)}>
      <TextArea
        label="Comment"
        rows={2}
        maxLength={COMMENT_LONGEST}
        value={body}
        error={error}
        onChange={(text) => {
          setBody(text);
          setError(null);
        }}
      />
      <Button type="submit" className={css.alone} isBusy={isBusy}>
        Add comment
      </Button>
    </form>
  );
}
