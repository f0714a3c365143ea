import { Paperclip, RotateCw, Undo2, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { fileSizeText } from '@overlook/shared/format';
import { MOCS_MESSAGES, formatMessage } from '@overlook/shared/messages';
import type { Attachment } from '@overlook/shared/schemas';
import { Button } from '../../../../ui/button/button.tsx';
import { IconButton } from '../../../../ui/button/icon-button.tsx';
import { changeDraft, useDraft } from './form-store.ts';
import { addUploads, cancelUpload, retryUpload, type Upload, uploads } from './uploads.ts';
import { ProgressBar } from '../../../../ui/status/progress-bar.tsx';
import css from './moc-form.module.css';

/** Starts the upload of files for the change that is open. */
export const attachFiles = (files: readonly File[]): void =>
  addUploads(files, (attachment) => changeDraft(({ added }) => ({ added: [...added, attachment] })));

/** The files of a change: those it has, those that are on their way, and the button for more. */
export function AttachmentsField({ saved }: { saved: readonly Attachment[] }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { added, removed } = useDraft();
  const { list } = useSnapshot(uploads);
  return (
    <div role="group" aria-labelledby={id} className={css.group}>
      <div className={css.line}>
        <span id={id} className={css.label}>
          {MOCS_MESSAGES['moc.attachments']}
        </span>
        <Button icon={Paperclip} onClick={() => input.current?.click()}>
          {MOCS_MESSAGES['moc.addFiles']}
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label={MOCS_MESSAGES['moc.filesToAttach']}
          onChange={({ target }) => {
            attachFiles([...(target.files ?? [])]);
            // The same file can be chosen again.
            target.value = '';
          }}
        />
      </div>
      {saved.length + added.length + list.length === 0 && <p className={css.hint}>{MOCS_MESSAGES['moc.attachHint']}</p>}
      <ul>
        {saved.map((file) => (
          <SavedFile key={file.uuid} file={file} isRemoved={removed.includes(file.uuid)} />
        ))}
        {added.map((file) => (
          <li key={file.uuid} className={css.file}>
            <span className={css.fileName}>{file.filename}</span>
            <span className={css.fileSize}>{fileSizeText(file.sizeBytes)}</span>
            <IconButton
              icon={X}
              label={formatMessage(MOCS_MESSAGES['moc.remove'], { filename: file.filename })}
              size="s"
              onClick={() => changeDraft(({ added: now }) => ({ added: now.filter(({ uuid }) => uuid !== file.uuid) }))}
            />
          </li>
        ))}
        {list.map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
      </ul>
    </div>
  );
}

/** A file of the saved change; it is removed with the next save. */
function SavedFile({ file, isRemoved }: { file: Attachment; isRemoved: boolean }) {
  const set = (next: boolean) =>
    changeDraft(({ removed }) => ({
      removed: next ? [...removed, file.uuid] : removed.filter((uuid) => uuid !== file.uuid),
    }));
  return (
    <li className={css.file} data-removed={isRemoved}>
      <span className={css.fileName}>{file.filename}</span>
      <span className={css.fileSize}>
        {isRemoved ? MOCS_MESSAGES['moc.removedWhenSaved'] : fileSizeText(file.sizeBytes)}
      </span>
      <IconButton
        icon={isRemoved ? Undo2 : X}
        label={formatMessage(isRemoved ? MOCS_MESSAGES['moc.keepFile'] : MOCS_MESSAGES['moc.remove'], {
          filename: file.filename,
        })}
        size="s"
        onClick={() => set(!isRemoved)}
      />
    </li>
  );
}

const STATUS_WORDS = {
  queued: () => MOCS_MESSAGES['moc.waiting'],
  sending: ({ sentBytes, sizeBytes }: Upload) => `${fileSizeText(sentBytes)} of ${fileSizeText(sizeBytes)}`,
  broken: () => MOCS_MESSAGES['attachment.broken'],
  refused: ({ reason }: Upload) => reason ?? '',
} as const;

function UploadRow({ upload }: { upload: Readonly<Upload> }) {
  const { id, name, sizeBytes, sentBytes, status } = upload;
  const isStopped = status === 'broken' || status === 'refused';
  return (
    <li className={css.file} data-status={status}>
      <span className={css.fileName}>{name}</span>
      <span className={css.fileSize} role={isStopped ? 'alert' : undefined}>
        {STATUS_WORDS[status](upload)}
      </span>
      {isStopped && (
        <IconButton
          icon={RotateCw}
          label={formatMessage(MOCS_MESSAGES['moc.retry'], { name })}
          size="s"
          onClick={() => retryUpload(id)}
        />
      )}
      <IconButton
        icon={X}
        label={formatMessage(MOCS_MESSAGES['moc.cancel'], { name })}
        size="s"
        onClick={() => cancelUpload(id)}
      />
      {!isStopped && (
        <ProgressBar
          className={css.progress}
          label={formatMessage(MOCS_MESSAGES['moc.uploadOfName'], { name })}
          most={sizeBytes}
          value={sentBytes}
        />
      )}
    </li>
  );
}
