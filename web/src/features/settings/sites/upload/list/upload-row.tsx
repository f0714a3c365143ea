import { CircleAlert, CircleCheck, FolderOpen, type LucideIcon, OctagonX, Pause, Wrench, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { dateTimeText } from '@overlook/shared/format';
import { formatMessage, UPLOAD_PAGE_MESSAGES } from '@overlook/shared/messages';
import type { Upload } from '@overlook/shared/schemas';
import { Button } from '../../../../../ui/button/button.tsx';
import { IconButton } from '../../../../../ui/button/icon-button.tsx';
import { ProgressBar } from '../../../../../ui/status/progress-bar.tsx';
import { Tag } from '../../../../../ui/tag.tsx';
import { CancelUpload } from './cancel-upload.tsx';
import { CorrectUpload } from './correct-upload.tsx';
import type { ListedUpload, UploadListState } from './listed-upload.ts';
import { partsText, receivedText, sendingText, workText } from './upload-words.ts';
import css from './list.module.css';

interface UploadRowProps {
  listed: ListedUpload;
  onChooseAgain: () => void;
}

const TAGS: Partial<
  Record<UploadListState, { icon: LucideIcon; tone: 'danger' | 'warning' | 'success'; children: string }>
> = {
  refused: { icon: OctagonX, tone: 'danger', children: UPLOAD_PAGE_MESSAGES['uploadPage.refused'] },
  failed: { icon: OctagonX, tone: 'danger', children: UPLOAD_PAGE_MESSAGES['uploadPage.interrupted'] },
  interrupted: { icon: Pause, tone: 'warning', children: UPLOAD_PAGE_MESSAGES['uploadPage.interrupted'] },
  paused: { icon: Pause, tone: 'warning', children: UPLOAD_PAGE_MESSAGES['uploadPage.paused'] },
  done: { icon: CircleCheck, tone: 'success', children: UPLOAD_PAGE_MESSAGES['uploadPage.published'] },
};

/** A delivery: what it is, how far it is, and what a person can do. */
export function UploadRow({ listed, onChooseAgain }: UploadRowProps) {
  const { upload, state } = listed;
  const [isAsking, setAsking] = useState(false);
  const tag = TAGS[state];
  return (
    <li className={css.row} data-state={state}>
      <div className={css.rowHead}>
        <strong className={css.title}>{upload.title}</strong>
        <span className={css.hint}>{partsText(upload)}</span>
        <span className={css.grow} />
        {tag && <Tag {...tag} />}
        {state !== 'done' && (
          <IconButton
            icon={X}
            label={formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.cancelOf'], { title: upload.title })}
            onClick={() => setAsking(true)}
          />
        )}
      </div>
      <RowBody listed={listed} onChooseAgain={onChooseAgain} />
      <Warnings upload={upload} />
      {isAsking && <CancelUpload upload={upload} onClose={() => setAsking(false)} />}
    </li>
  );
}

function RowBody({ listed: { upload, sending, state }, onChooseAgain }: UploadRowProps) {
  if (state === 'refused') return <Refusal upload={upload} />;
  if (state === 'failed' || state === 'interrupted')
    return <Interrupted upload={upload} reason={sending?.reason ?? null} onChooseAgain={onChooseAgain} />;
  if (state === 'done')
    return upload.finishedAt === null ? null : (
      <p className={css.hint}>
        {[dateTimeText(new Date(upload.finishedAt)), upload.isOwn ? null : upload.by].filter(Boolean).join(' • ')}
      </p>
    );
  if (state === 'working')
    return (
      <>
        <Bar upload={upload} done={upload.progress?.done ?? null} of={upload.progress?.total ?? null} />
        <p className={css.hint}>{workText(upload)}</p>
      </>
    );
  if (sending)
    return (
      <>
        <Bar upload={upload} done={sending.sentBytes} of={sending.bytes} />
        <p className={css.hint}>{sendingText(sending)}</p>
      </>
    );
  return (
    <>
      <Bar upload={upload} done={upload.receivedBytes} of={upload.bytes} />
      <p className={css.hint}>{`${senderText(upload)} • ${receivedText(upload)}`}</p>
    </>
  );
}

const senderText = ({ by }: Upload): string =>
  by === null
    ? UPLOAD_PAGE_MESSAGES['uploadPage.sentBySomebody']
    : formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.sentBy'], { name: by });

const Bar = ({ upload, done, of }: { upload: Upload; done: number | null; of: number | null }) => (
  <ProgressBar
    label={formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.progress'], { title: upload.title })}
    {...(done === null || of === null ? {} : { value: done, most: of })}
    className={css.bar}
  />
);

/** The file, the place in it and the reason; the step that mends it is first. */
function Refusal({ upload }: { upload: Upload }) {
  const { error, file, place, reason } = upload.failure ?? { error: UPLOAD_PAGE_MESSAGES['uploadPage.refused'] };
  const [isCorrecting, setCorrecting] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // It arrives while nobody does something else.
    if (document.activeElement === document.body || document.activeElement === null) button.current?.focus();
  }, []);
  const head = !file
    ? null
    : place
      ? formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.refusedIn'], { file, place })
      : formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.refusedFile'], { file });
  return (
    <>
      <p className={css.refusal}>
        <CircleAlert size={14} strokeWidth={2} aria-hidden className={css.refusalIcon} />
        <span>
          {head !== null && <strong>{head}. </strong>}
          {(head !== null && reason) || error}
        </span>
      </p>
      <div className={css.steps}>
        <Button ref={button} icon={Wrench} onClick={() => setCorrecting(true)}>
          {UPLOAD_PAGE_MESSAGES['uploadPage.correct']}
        </Button>
      </div>
      {isCorrecting && <CorrectUpload upload={upload} onClose={() => setCorrecting(false)} />}
    </>
  );
}

interface InterruptedProps {
  upload: Upload;
  reason: string | null;
  onChooseAgain: () => void;
}

function Interrupted({ upload, reason, onChooseAgain }: InterruptedProps) {
  const { receivedBytes, bytes } = upload;
  return (
    <>
      <Bar upload={upload} done={receivedBytes} of={bytes} />
      {reason !== null && <p className={css.refusal}>{reason}</p>}
      <div className={css.steps}>
        <Button icon={FolderOpen} onClick={onChooseAgain}>
          {UPLOAD_PAGE_MESSAGES['uploadPage.chooseAgain']}
        </Button>
        <span className={css.hint}>
          {`${receivedText(upload)}. ${UPLOAD_PAGE_MESSAGES['uploadPage.chooseAgainHint']}`}
        </span>
      </div>
    </>
  );
}

function Warnings({ upload: { warnings } }: { upload: Upload }) {
  if (warnings.length === 0) return null;
  return (
    <ul className={css.warnings}>
      {warnings.map((warning) => (
        <li key={warning}>{warning}</li>
      ))}
    </ul>
  );
}
