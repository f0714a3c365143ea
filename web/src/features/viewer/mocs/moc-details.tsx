import { Archive, Download, Ellipsis, Link2, LocateFixed, Paperclip, Pencil, Plus, Ruler } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { keptViewText, MOCS_MESSAGES, COMMON_MESSAGES, formatMessage } from '@overlook/shared/messages';
import type { Attachment, Moc, MocTopic } from '@overlook/shared/schemas';
import { fileSizeText } from '@overlook/shared/format';
import { leave } from '../../../state/leaving.ts';
import { Button } from '../../../ui/button/button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { DateWords } from '../../../ui/date-words.tsx';
import { Gate } from '../../../ui/gate.tsx';
import { MenuButton } from '../../../ui/menu/menu-button.tsx';
import { RichTextView } from '../../../ui/rich-text/rich-text-view.tsx';
import { archiveMoc } from './archived-mocs.ts';
import { AreaCard } from './area-card.tsx';
import { MocAreas } from './moc-areas.tsx';
import { MocComments } from './moc-comments.tsx';
import { MocHistory } from './moc-history.tsx';
import { type OpenedArea, saveArea, theirArea } from './save-area.ts';
import { command } from '../../../state/commands.ts';
import { showMoc } from './show-moc.ts';
import css from './moc-details.module.css';
import { attachmentUrl } from '../../../api/attachments.ts';
import { Facts } from '../../../ui/facts.tsx';

/** The actions on a change, and its parts. */
export function MocDetails({ moc }: { moc: Moc }) {
  const [, navigate] = useLocation();
  const { measurements } = moc.data;
  const [drawing, setDrawing] = useState<OpenedArea | 'new' | null>(null);
  const opened = drawing === 'new' ? null : drawing;
  return (
    <div className={css.details}>
      <div className={css.actions}>
        <Gate tokens="MOC:UPDATE">
          <Button icon={Plus} disabled={drawing !== null} onClick={() => setDrawing('new')}>
            {MOCS_MESSAGES['moc.addArea']}
          </Button>
          <Button icon={Pencil} onClick={() => navigate(`/mocs/edit/${moc.id}`)}>
            {COMMON_MESSAGES['common.edit']}
          </Button>
        </Gate>
        <Gate tokens="MOC:DELETE">
          <ArchiveButton moc={moc} />
        </Gate>
        <span className={css.end}>
          <MocMenu moc={moc} />
        </span>
      </div>
      {drawing && (
        <AreaCard
          key={opened?.area.uuid ?? 'new'}
          moc={moc}
          area={opened?.area ?? null}
          theirs={opened && theirArea(moc, opened)}
          onSave={async (area, version) => {
            const place = { siteId: moc.siteID, id: moc.id };
            await saveArea(place, area, opened && { ...opened, version: version ?? opened.version });
            setDrawing(null);
          }}
          onCancel={() => setDrawing(null)}
        />
      )}
      <MocAreas moc={moc} onEdit={(area) => leave(() => setDrawing({ area, version: moc.version }))} />
      {moc.description && <RichTextView html={moc.description} />}
      {moc.topic && <TopicFacts topic={moc.topic} />}
      <AttachmentList attachments={moc.attachments} />
      {measurements && (
        <Button icon={Ruler} className={css.alone} onClick={() => command('showMeasurements', measurements)}>
          {MOCS_MESSAGES['moc.showMeasurements']}
        </Button>
      )}
      <MocHistory moc={moc} />
      <MocComments moc={moc} />
      <p className={css.made}>
        {moc.createdBy ?? MOCS_MESSAGES['moc.byDeleted']}, <DateWords iso={moc.createdAt} />
      </p>
    </div>
  );
}

function MocMenu({ moc }: { moc: Moc }) {
  const entries = [
    { key: 'fly', label: MOCS_MESSAGES['moc.flyToIt'], icon: LocateFixed, onAction: () => showMoc(moc) },
    { key: 'copy', label: MOCS_MESSAGES['moc.copyLink'], icon: Link2, onAction: () => void copyText(mocLink(moc)) },
  ];
  return (
    <MenuButton
      label={formatMessage(MOCS_MESSAGES['moc.moreOf'], { name: moc.name })}
      icon={Ellipsis}
      sections={[{ key: 'go', entries }]}
    />
  );
}

/** The address of the list with the card of a change open. */
const mocLink = ({ id, siteID }: Moc): string => new URL(`/mocs?site=${siteID}&moc=${id}`, location.href).href;

function ArchiveButton({ moc }: { moc: Moc }) {
  const [isBusy, setBusy] = useState(false);
  const archive = async () => {
    setBusy(true);
    await archiveMoc(moc);
    setBusy(false);
  };
  return (
    <Button tone="ghost" icon={Archive} isBusy={isBusy} onClick={() => void archive()}>
      {COMMON_MESSAGES['common.archive']}
    </Button>
  );
}

/** The files of a change, to be downloaded. Nothing where there are none. */
function AttachmentList({ attachments }: { attachments: readonly Attachment[] }) {
  if (attachments.length === 0) return null;
  return (
    <section aria-label={MOCS_MESSAGES['moc.attachments']} className={css.part}>
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

/** What the BCF topic said that a change has no fields for; only what it said. */
function TopicFacts({ topic }: { topic: MocTopic }) {
  const { author, createdAt, dueDate, assignedTo, type, priority, labels } = topic;
  const rows = [
    { name: MOCS_MESSAGES['moc.author'], value: author },
    { name: MOCS_MESSAGES['moc.written'], value: createdAt && <DateWords iso={createdAt} /> },
    { name: MOCS_MESSAGES['moc.assignedTo'], value: assignedTo },
    { name: MOCS_MESSAGES['moc.due'], value: dueDate && <DateWords iso={dueDate} /> },
    { name: MOCS_MESSAGES['moc.priority'], value: priority },
    { name: MOCS_MESSAGES['moc.type'], value: type },
    { name: MOCS_MESSAGES['moc.labels'], value: labels.join(', ') },
    { name: MOCS_MESSAGES['moc.view'], value: keptViewText(topic) },
  ].filter(({ value }) => value);
  return <Facts rows={rows} />;
}
