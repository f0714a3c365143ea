import { Grip, X } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { localCloudTexts } from '@overlook/shared/messages';
import { type CloudEntry, localClouds } from '../../../state/local-clouds.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { ProgressBar } from '../../../ui/status/progress-bar.tsx';
import { closeCloud } from './open-cloud-file.ts';
import css from './local-clouds.module.css';

/** The local point clouds: the facts or the error of each. Nothing without any. */
export function CloudList() {
  const { entries } = useSnapshot(localClouds);
  if (entries.length === 0) return null;
  return (
    <section className={css.card} aria-label="Point cloud files">
      <ul className={css.list}>
        {entries.map((entry) => (
          <CloudRow key={entry.id} entry={entry as CloudEntry} />
        ))}
      </ul>
    </section>
  );
}

function CloudRow({ entry: { id, name, share, cloud, failure } }: { entry: CloudEntry }) {
  return (
    <li className={css.row}>
      <Grip size={16} strokeWidth={1.75} aria-hidden className={css.icon} />
      <div className={css.text}>
        <span className={css.name}>{name}</span>
        {!cloud && !failure && <ProgressBar label={`Reading ${name}`} value={share} most={1} />}
        <div role="status" className={failure ? css.failure : css.note}>
          {failure ?? (cloud ? localCloudTexts(cloud).map((text) => <p key={text}>{text}</p>) : null)}
        </div>
      </div>
      <IconButton size="s" icon={X} label={`Remove ${name}`} onClick={() => closeCloud(id)} />
    </li>
  );
}
