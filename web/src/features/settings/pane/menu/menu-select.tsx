import { LogOut } from 'lucide-react';
import { COMMON_MESSAGES, SETTINGS_MESSAGES } from '@overlook/shared/messages';
import { signOut } from '../../../../api/sign-out.ts';
import { leave } from '../../../../state/leaving.ts';
import { Button } from '../../../../ui/button/button.tsx';
import { UserGuideLink } from './user-guide-link.tsx';
import { Select } from '../../../../ui/inputs/select.tsx';
import { useMenuGroups } from './use-menu-groups.ts';
import css from './menu-select.module.css';

interface MenuSelectProps {
  current: string | null;
  onOpen: (path: string) => void;
}

/** The menu of a tablet: one line above the page. It omits entries without a page. */
export function MenuSelect({ current, onOpen }: MenuSelectProps) {
  const options = useMenuGroups().flatMap(({ title, entries }) =>
    entries.flatMap(({ label, path }) => (path === null ? [] : [{ key: path, label: `${title}: ${label}` }])),
  );
  return (
    <nav className={css.bar} aria-label={COMMON_MESSAGES['common.settings']}>
      <Select
        label={SETTINGS_MESSAGES['settings.settingsPage']}
        options={options}
        value={current ?? ''}
        onChange={onOpen}
      />
      <UserGuideLink size="m" className={css.guide} />
      <Button tone="ghost" icon={LogOut} onClick={() => leave(() => void signOut())}>
        {COMMON_MESSAGES['common.logout']}
      </Button>
    </nav>
  );
}
