import { Box, Crosshair, Grip, X } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { localCloudTexts, ownModelTexts } from '@overlook/shared/messages';
import type { OwnModel } from '../../../engine/index.ts';
import { type CloudEntry, localClouds } from '../../../state/local-clouds.ts';
import { command } from '../../../state/commands.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { ProgressBar } from '../../../ui/status/progress-bar.tsx';
import { closeCloud } from './open-cloud-file.ts';
import css from './local-clouds.module.css';

/** The local point clouds and models: the facts or the error of each. Nothing without any. */
export function CloudList() {
  const { entries } = useSnapshot(localClouds);
  if (entries.length === 0) return null;
  return (
    <section className={css.card} aria-label="Files of your own">
      <ul className={css.list}>
        {entries.map((entry) => (
          <CloudRow key={entry.id} entry={entry as CloudEntry} />
        ))}
      </ul>
    </section>
  );
}

function CloudRow({ entry: { id, name, share, cloud, model, failure } }: { entry: CloudEntry }) {
  const Icon = model ? Box : Grip;
  const texts = cloud ? localCloudTexts(cloud) : model ? ownModelTexts(model) : [];
  return (
    <li className={css.row}>
      <Icon size={16} strokeWidth={1.75} aria-hidden className={css.icon} />
      <div className={css.text}>
        <span className={css.name}>{name}</span>
        {!cloud && !model && !failure && <ProgressBar label={`Reading ${name}`} value={share} most={1} />}
        <div role="status" className={failure ? css.failure : css.note}>
          {failure ?? texts.map((text) => <p key={text}>{text}</p>)}
        </div>
      </div>
      {model && <IconButton size="s" icon={Crosshair} label={`Fly to ${name}`} onClick={() => flyTo(model)} />}
      <IconButton size="s" icon={X} label={`Remove ${name}`} onClick={() => closeCloud(id)} />
    </li>
  );
}

/** All of a model is in a view of some 45° from so many radii away. */
const RADII_AWAY = 2.5;

const flyTo = ({ centerEcef, radiusM }: OwnModel): void =>
  command('flyTo', { pointEcef: centerEcef, distanceMetres: RADII_AWAY * radiusM });
