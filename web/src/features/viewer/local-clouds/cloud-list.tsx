import { Box, ChevronDown, ChevronRight, Crosshair, Grip, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useSnapshot } from 'valtio';
import { OWN_FILE_FARTHEST_M } from '@overlook/shared/config';
import {
  elsewhereText,
  localCloudTexts,
  ownModelTexts,
  POINTS_MESSAGES,
  formatMessage,
} from '@overlook/shared/messages';
import { type CloudEntry, localClouds, removeRefused } from '../../../state/local-clouds.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { ProgressBar } from '../../../ui/status/progress-bar.tsx';
import { flyToFile } from '../../../parts/fly-to-file.ts';
import { closeCloud } from './open-cloud-file.ts';
import css from './local-clouds.module.css';

/**
 * The local point clouds and models: the facts or the error of each. Nothing without any. Folded, it keeps no refused files, and
 * opens with the next file.
 */
export function CloudList() {
  const { entries } = useSnapshot(localClouds);
  const [foldedAt, setFoldedAt] = useState<number | null>(null);
  const listId = useId();
  const last = entries.at(-1);
  if (!last) return null;
  const isOpen = last.id !== foldedAt;
  const toggle = () => {
    removeRefused();
    setFoldedAt(isOpen ? (localClouds.entries.at(-1)?.id ?? null) : null);
  };
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <section className={css.card} aria-label={TITLE}>
      <button
        type="button"
        className={css.head}
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={toggle}
      >
        <Chevron size={14} strokeWidth={1.75} aria-hidden className={css.icon} />
        {TITLE}
        {!isOpen && <span className={css.note}>{entries.length}</span>}
      </button>
      {isOpen && (
        <ul id={listId} className={css.list}>
          {entries.map((entry) => (
            <CloudRow key={entry.id} entry={entry as CloudEntry} />
          ))}
        </ul>
      )}
    </section>
  );
}

const TITLE = POINTS_MESSAGES['points.filesOfYourOwn'];

function CloudRow({ entry }: { entry: CloudEntry }) {
  const { id, name, share, cloud, model, place, gridTexts, failure } = entry;
  const Icon = model ? Box : Grip;
  const facts = cloud ? [...localCloudTexts(cloud), ...gridTexts] : model ? ownModelTexts(model) : [];
  const texts = place?.awayM == null ? facts : [...facts, elsewhereText(place.awayM)];
  return (
    <li className={css.row}>
      <Icon size={16} strokeWidth={1.75} aria-hidden className={css.icon} />
      <div className={css.text}>
        <span className={css.name}>{name}</span>
        {!cloud && !model && !failure && (
          <ProgressBar label={formatMessage(POINTS_MESSAGES['points.reading'], { name })} value={share} most={1} />
        )}
        <div role="status" className={failure ? css.failure : css.note}>
          {failure ?? texts.map((text) => <p key={text}>{text}</p>)}
        </div>
      </div>
      {place && (place.awayM ?? 0) <= OWN_FILE_FARTHEST_M && (
        <IconButton
          size="s"
          icon={Crosshair}
          label={formatMessage(POINTS_MESSAGES['points.flyTo'], { name })}
          onClick={() => flyToFile(place)}
        />
      )}
      <IconButton
        size="s"
        icon={X}
        label={formatMessage(POINTS_MESSAGES['points.remove'], { name })}
        onClick={() => closeCloud(id)}
      />
    </li>
  );
}
