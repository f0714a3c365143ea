import { Download, Paperclip } from 'lucide-react';
import { fileSizeText } from '@overlook/shared/format';
import type { Attachment } from '@overlook/shared/schemas';
import { attachmentUrl } from '../../../api/attachments.ts';
import css from './moc-details.module.css';

/** The files of a change, to be downloaded. Nothing where there are none. */
export function AttachmentList({ attachments }: { attachments: readonly Attachment[] }) {
  if (attachments.length === 0) return null;
  return (
    <section aria-label="Attachments" className={css.part}>
      <ul>
        {attachments.map(({ uuid, filename, sizeBytes }) => (
          <li key={uuid}>
            <a className={css.file} href={attachmentUrl(uuid)} download={filename}>
              <Paperclip size={14} strokeWidth={1.75} aria-hidden className={css.icon} />
              <span className={css.name}>{filename}</span>
              <span className={css.size}>{fileSizeText(sizeBytes)}</span>
              <Download size={14} strokeWidth={1.75} aria-hidden className={css.icon} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
