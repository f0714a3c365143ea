import { Check } from 'lucide-react';
import type { Model, Site } from '@overlook/shared/schemas';
import { siteAvatarUrl } from '../../../api/site-avatar.ts';
import { SiteAvatar } from '../../../ui/site-avatar.tsx';
import { layersLine, publishedLine } from './layers-line.ts';
import css from './site-row.module.css';

interface SiteRowProps {
  site: Site;
  models: readonly Model[];
  isCurrent: boolean;
  onChoose: () => void;
}

/** One site: its picture, its name, what can be seen of it and since when. */
export function SiteRow({ site, models, isCurrent, onChoose }: SiteRowProps) {
  const published = publishedLine(models);
  return (
    <li>
      <button type="button" className={css.row} aria-current={isCurrent || undefined} onClick={onChoose}>
        <SiteAvatar url={siteAvatarUrl(site)} className={css.thumb} />
        <span className={css.texts}>
          <span className={css.name}>{site.name}</span>
          <span className={css.layers}>{layersLine(models)}</span>
          {published && <span className={css.published}>{published}</span>}
        </span>
        {isCurrent && <Check size={16} strokeWidth={1.75} aria-hidden className={css.check} />}
      </button>
    </li>
  );
}
