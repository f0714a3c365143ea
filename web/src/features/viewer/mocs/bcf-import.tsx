import { Upload, X } from 'lucide-react';
import { fileSizeText } from '@overlook/shared/format';
import { bcfImportText, MOCS_MESSAGES, formatMessage } from '@overlook/shared/messages';
import type { BcfImport } from '@overlook/shared/schemas';
import type { BcfImporting } from '../../../state/mocs.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import type { BcfImporter } from './use-bcf-import.ts';
import { ProgressBar } from '../../../ui/status/progress-bar.tsx';
import css from './bcf-import.module.css';

/** The input of a BCF file, which a button elsewhere opens, and in its place the import of the file chosen last. */
export function BcfImportPart({ importer: { input, last, start, dismiss } }: { importer: BcfImporter }) {
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".bcf,.bcfzip,.zip"
        hidden
        aria-label={MOCS_MESSAGES['moc.bcfFile']}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) start(file);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
      {last && (
        <div
          role="group"
          aria-label={formatMessage(MOCS_MESSAGES['moc.importOf'], { filename: last.filename })}
          className={css.import}
        >
          <div className={css.head}>
            <p className={css.filename}>{last.filename}</p>
            <DismissButton {...last} onPress={dismiss} />
          </div>
          <Progress {...last} />
        </div>
      )}
    </>
  );
}

/** Opens the choice of a BCF file. */
export const ImportBcfButton = ({ importer: { input } }: { importer: BcfImporter }) => (
  <Button icon={Upload} onClick={() => input.current?.click()}>
    {MOCS_MESSAGES['moc.importBcf']}
  </Button>
);

/** Nothing once all has been sent: the server reads it to the end. */
function DismissButton({ progress, onPress }: BcfImporting & { onPress: () => void }) {
  if (progress.step !== 'sending')
    return <IconButton icon={X} label={MOCS_MESSAGES['moc.dismiss']} size="s" onClick={onPress} />;
  if (progress.sentBytes >= progress.sizeBytes) return null;
  return <IconButton icon={X} label={MOCS_MESSAGES['moc.cancelImport']} size="s" onClick={onPress} />;
}

function Progress({ filename, progress }: BcfImporting) {
  if (progress.step === 'failed') return <p role="alert">{progress.reason}</p>;
  if (progress.step === 'done') return <Outcome outcome={progress.outcome} />;
  const { sentBytes, sizeBytes } = progress;
  const isSent = sentBytes >= sizeBytes;
  return (
    <>
      <p>{isSent ? MOCS_MESSAGES['bcf.reading'] : `${fileSizeText(sentBytes)} of ${fileSizeText(sizeBytes)}`}</p>
      <ProgressBar
        label={formatMessage(MOCS_MESSAGES['moc.uploadOf'], { filename })}
        {...(isSent ? {} : { most: sizeBytes, value: sentBytes })}
      />
    </>
  );
}

function Outcome({ outcome }: { outcome: BcfImport }) {
  return (
    <>
      <p>{bcfImportText(outcome)}</p>
      {outcome.failed.length > 0 && (
        <ul className={css.refused} aria-label={MOCS_MESSAGES['moc.topicsThatWereRefused']} tabIndex={0}>
          {outcome.failed.map(({ topic, reason }, i) => (
            <li key={i}>
              {topic}: {reason}
            </li>
          ))}
        </ul>
      )}
      {outcome.notes.length > 0 && (
        <ul className={css.refused} aria-label={MOCS_MESSAGES['moc.topicsWithoutAPart']} tabIndex={0}>
          {outcome.notes.map(({ topic, note }, i) => (
            <li key={i}>
              {topic}: {note}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
