import { Building2 } from 'lucide-react';
import { useState } from 'react';
import { classNames } from './class-names.ts';
import css from './site-avatar.module.css';

interface SiteAvatarProps {
  url: string | null;
  className?: string | undefined;
  iconPx?: 16 | 32;
}

/** The picture of a site, or a symbol when there is none or it cannot be loaded. It repeats the name beside it. */
export function SiteAvatar({ url, className, iconPx = 16 }: SiteAvatarProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  if (url === null || url === brokenUrl) {
    return (
      <span className={classNames(css.avatar, className)} aria-hidden>
        <Building2 size={iconPx} strokeWidth={iconPx === 16 ? 1.75 : 1.25} />
      </span>
    );
  }
  return (
    <img
      src={url}
      alt=""
      loading="lazy"
      className={classNames(css.avatar, className)}
      onError={() => setBrokenUrl(url)}
    />
  );
}
