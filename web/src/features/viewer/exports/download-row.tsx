import { CircleAlert, CircleCheck, Clock, Download as DownloadIcon, RotateCcw, Trash2, X } from 'lucide-react';
import { modelType } from '@overlook/shared/config';
import { dateText, densityText, fileSizeText } from '@overlook/shared/format';
import { pendingText, percentOf, EXPORTS_MESSAGES, formatMessage, COMMON_MESSAGES } from '@overlook/shared/messages';
import type { Download } from '@overlook/shared/schemas';
import { downloadAddress } from '../../../api/exports.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { IconLink } from '../../../ui/button/icon-link.tsx';
import { DateWords } from '../../../ui/date-words.tsx';
import { Gate } from '../../../ui/gate.tsx';
import { ProgressBar } from '../../../ui/status/progress-bar.tsx';
import { Spinner } from '../../../ui/status/spinner.tsx';
import { coordinatesText } from './export-values.ts';
import css from './downloads.module.css';

interface DownloadRowProps {
  download: Download;
  /** Null for those who may send none. */
  onOpenInTool: (() => void) | null;
  onDelete: () => void;
}

/** One export in one format, by its status (specification §4 "PointGrab download status"). */
export function DownloadRow({ download, onOpenInTool, onDelete }: DownloadRowProps) {
  const { description, format, status, requestedBy } = download;
  const name = `${description}, ${format}`;
  return (
    <li className={css.row} data-status={status}>
      <span className={css.status}>
        <StatusIcon download={download} />
      </span>
      <div className={css.words}>
        <p className={css.nameLine}>
          <span className={css.name} data-tooltip={description}>
            {description}
          </span>
          <span className={css.format}>, {format}</span>
        </p>
        <Facts download={download} />
        {requestedBy !== null && <p className={css.facts}>{requestedBy}</p>}
      </div>
      {status === 'completed' && (
        <IconLink
          icon={DownloadIcon}
          label={formatMessage(EXPORTS_MESSAGES['export.download'], { name })}
          data-tooltip={COMMON_MESSAGES['common.download']}
          href={downloadAddress(download)}
          target="_blank"
        />
      )}
      {status === 'error' && onOpenInTool && (
        <IconButton
          icon={RotateCcw}
          label={formatMessage(EXPORTS_MESSAGES['export.openInTool'], { name })}
          data-tooltip={EXPORTS_MESSAGES['export.openInToolShort']}
          onClick={onOpenInTool}
        />
      )}
      <Gate tokens="POINTGRAB:DELETE">
        <DeleteButton isPending={status === 'pending'} name={name} onPress={onDelete} />
      </Gate>
    </li>
  );
}

/** An unfinished export is cancelled. */
const DeleteButton = ({ isPending, name, onPress }: { isPending: boolean; name: string; onPress: () => void }) => {
  const verb = isPending ? COMMON_MESSAGES['common.cancel'] : 'Delete';
  return <IconButton icon={isPending ? X : Trash2} label={`${verb} ${name}`} data-tooltip={verb} onClick={onPress} />;
};

function StatusIcon({ download: { status, progress } }: { download: Download }) {
  if (status === 'completed')
    return (
      <CircleCheck
        size={16}
        strokeWidth={1.75}
        role="img"
        aria-label={EXPORTS_MESSAGES['export.completed']}
        className={css.done}
      />
    );
  if (status === 'error')
    return (
      <CircleAlert
        size={16}
        strokeWidth={1.75}
        role="img"
        aria-label={EXPORTS_MESSAGES['export.error']}
        className={css.failed}
      />
    );
  if (progress && progress.ahead > 0) return <Clock size={16} strokeWidth={1.75} aria-hidden />;
  return <Spinner />;
}

/** The name of the coordinates of points, where it is known. */
const coordinatesOf = ({ coordinates, coordinateSystem }: Download): string[] => {
  const name = coordinatesText(coordinates) ?? coordinateSystem;
  return name === null ? [] : [name];
};

function Facts({ download }: { download: Download }) {
  const { status, progress, message, description, format, density, modeltypeId, sizeBytes } = download;
  const { finishedAt, expiresAt } = download;
  if (status === 'error') return <p className={css.message}>{message ?? EXPORTS_MESSAGES['export.notMade']}</p>;
  if (status === 'pending') {
    const known = progress ?? { ahead: 0, done: 0, total: null };
    const { ahead, done, total } = known;
    return (
      <>
        <p className={css.facts}>{pendingText(known, modeltypeId === null ? 'points' : 'tiles')}</p>
        {ahead === 0 && (
          <ProgressBar
            className={css.progress}
            label={formatMessage(EXPORTS_MESSAGES['export.progressOf'], { description, format })}
            {...(total && { value: percentOf(done, total), most: 100 })}
          />
        )}
      </>
    );
  }
  const facts = [
    ...(sizeBytes === null ? [] : [fileSizeText(sizeBytes)]),
    ...(density === null ? [] : [densityText(density)]),
    ...(modeltypeId === null ? coordinatesOf(download) : [modelType(modeltypeId).label]),
  ];
  return (
    <>
      <p className={css.facts}>
        {EXPORTS_MESSAGES['export.completed']} <DateWords iso={finishedAt ?? download.createdAt} />, {facts.join(', ')}
      </p>
      {expiresAt && (
        <p className={css.facts}>
          {formatMessage(EXPORTS_MESSAGES['export.expiresOn'], { date: dateText(new Date(expiresAt)) })}
        </p>
      )}
    </>
  );
}
