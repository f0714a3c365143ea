import { ChevronRight, LogOut } from 'lucide-react';
import { PRODUCT_NAME, PRODUCT_VERSION } from '@overlook/shared/config';
import { COMMON_MESSAGES, SETTINGS_MESSAGES } from '@overlook/shared/messages';
import { signOut } from '../../../../api/sign-out.ts';
import { useInstanceInfo } from '../../../../api/catalogue.ts';
import { leave } from '../../../../state/leaving.ts';
import { Button } from '../../../../ui/button/button.tsx';
import { UserGuideLink } from './user-guide-link.tsx';
import type { MenuEntry } from './menu-groups.ts';
import { useMenuGroups } from './use-menu-groups.ts';
import css from './settings-menu.module.css';

interface SettingsMenuProps {
  /** Path of the entry whose page is open. */
  current: string | null;
  onOpen: (path: string) => void;
}

/** The menu beside the page; on a phone it is the page that comes first. */
export function SettingsMenu({ current, onOpen }: SettingsMenuProps) {
  const instance = useInstanceInfo();
  return (
    <nav className={css.menu} aria-label={COMMON_MESSAGES['common.settings']}>
      {useMenuGroups().map(({ title, entries }) => (
        <section key={title}>
          <h2 className={css.groupTitle}>{title}</h2>
          <ul>
            {entries.map((entry) => (
              <li key={entry.label}>
                <Entry entry={entry} isCurrent={entry.path !== null && entry.path === current} onOpen={onOpen} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <div className={css.foot}>
        <UserGuideLink size="l" className={css.action} />
        <Button tone="ghost" size="l" icon={LogOut} className={css.action} onClick={() => leave(() => void signOut())}>
          {COMMON_MESSAGES['common.logout']}
        </Button>
        <p className={css.version}>
          {instance?.productName ?? PRODUCT_NAME} {instance?.version ?? PRODUCT_VERSION}
        </p>
      </div>
    </nav>
  );
}

interface EntryProps {
  entry: MenuEntry;
  isCurrent: boolean;
  onOpen: (path: string) => void;
}

function Entry({ entry: { label, path }, isCurrent, onOpen }: EntryProps) {
  if (path === null) {
    return (
      <span
        className={css.entry}
        role="link"
        tabIndex={0}
        aria-disabled
        data-tooltip={SETTINGS_MESSAGES['settings.notInThisVersion']}
      >
        {label}
      </span>
    );
  }
  return (
    <a
      href={path}
      className={css.entry}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={(event) => {
        // With a key held the browser opens another tab or window, as for any link.
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        onOpen(path);
      }}
    >
      {label}
      <ChevronRight size={16} strokeWidth={1.75} aria-hidden className={css.chevron} />
    </a>
  );
}
