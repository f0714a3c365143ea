import { CloudOff, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { MOCS_MESSAGES } from '@overlook/shared/messages';
import type { Moc, MocComment } from '@overlook/shared/schemas';
import { failureOf } from '../../../api/failure.ts';
import { addMocComment, removeMocComment, useMocComments } from '../../../api/mocs.ts';
import { useUnsaved } from '../../../state/leaving.ts';
import { newUuid } from '../../../state/new-uuid.ts';
import { showToast } from '../../../state/toasts.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { DateWords } from '../../../ui/date-words.tsx';
import { ErrorState } from '../../../ui/status/state-message.tsx';
import { FoldedPart } from './folded-part.tsx';
import { MentionField } from './mention-field.tsx';
import { type MentionedPerson, mentionedIn, mentionParts } from './mentions.ts';
import css from './moc-details.module.css';
import mentionCss from './mentions.module.css';

/** The comments on a change, and the field for a new one. */
export const MocComments = ({ moc }: { moc: Moc }) => (
  <FoldedPart title={MOCS_MESSAGES['moc.comments']}>
    <Comments place={{ siteId: moc.siteID, id: moc.id }} />
  </FoldedPart>
);

function Comments({ place }: { place: { siteId: number; id: number } }) {
  const { data, isError, isFetching, refetch } = useMocComments(place);
  if (isError) {
    return (
      <ErrorState
        icon={CloudOff}
        title={MOCS_MESSAGES['comments.fetchFailed']}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return null;
  const remove = (commentId: number) =>
    void removeMocComment(place, commentId).catch(() => showToast(MOCS_MESSAGES['comment.removeFailed'], 'error'));
  return (
    <>
      {data.comments.length === 0 && <p className={css.none}>{MOCS_MESSAGES['comments.empty']}</p>}
      <ul className={css.part}>
        {data.comments.map(({ id, by, at, body, mentions, isOwn }) => (
          <li key={id} className={css.entry}>
            <p className={css.row}>
              <span className={css.name}>
                {by ?? MOCS_MESSAGES['comment.byUnknown']}, <DateWords iso={at} />
              </span>
              {isOwn && (
                <IconButton
                  icon={Trash2}
                  label={MOCS_MESSAGES['moc.removeComment']}
                  size="s"
                  onClick={() => remove(id)}
                />
              )}
            </p>
            <CommentBody body={body} mentions={mentions} />
          </li>
        ))}
      </ul>
      <NewComment place={place} />
    </>
  );
}

function CommentBody({ body, mentions }: Pick<MocComment, 'body' | 'mentions'>) {
  return (
    <p className={css.body}>
      {mentionParts(body, mentions).map(({ text, isMention }, i) =>
        isMention ? (
          <strong key={i} className={mentionCss.mention}>
            {text}
          </strong>
        ) : (
          text
        ),
      )}
    </p>
  );
}

function NewComment({ place }: { place: { siteId: number; id: number } }) {
  // The same in every attempt, so that the server recognises a repeated request whose response was lost.
  const [guid, setGuid] = useState(newUuid);
  const [body, setBody] = useState('');
  const [chosen, setChosen] = useState<readonly MentionedPerson[]>([]);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  useUnsaved(body.trim() !== '');
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (body.trim() === '') return setError(MOCS_MESSAGES['comment.required']);
    setBusy(true);
    try {
      const mentions = mentionedIn(body, chosen).map(({ id }) => id);
      await addMocComment(place, { guid, body: body.trim(), mentions });
      setGuid(newUuid());
      setBody('');
      setChosen([]);
    } catch (failure) {
      // The typed text is kept, to be sent again.
      const { httpStatus, longMessage } = failureOf(failure);
      setError(httpStatus !== null && httpStatus < 500 ? longMessage : MOCS_MESSAGES['comment.saveFailed']);
    }
    setBusy(false);
  };
  return (
    <form className={css.part} noValidate onSubmit={(event) => void send(event)}>
      <MentionField
        siteId={place.siteId}
        label={MOCS_MESSAGES['moc.comment']}
        value={body}
        error={error}
        chosen={chosen}
        onChange={(text, people) => {
          setBody(text);
          setChosen(people);
          setError(null);
        }}
      />
      <Button type="submit" className={css.alone} isBusy={isBusy}>
        {MOCS_MESSAGES['moc.addComment']}
      </Button>
    </form>
  );
}
