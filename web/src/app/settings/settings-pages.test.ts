import { describe, expect, it } from 'vitest';
import { FEATURE_FLAGS } from '@overlook/shared/config';
import { menuGroups } from '../../features/settings/pane/menu/menu-groups.ts';
import { SETTINGS_PAGES, settingsPageFor } from './settings-pages.ts';

describe('an address of the settings', () => {
  it('is its page', () => {
    expect(settingsPageFor('/settings/profile/account')?.page.title).toBe('Account');
  });
  it.each(['/settings', '/settings/profile', '/settings/profile/account/1', '/settings/security/users/0/edit'])(
    'is none: %s',
    (path) => expect(settingsPageFor(path)).toBeNull(),
  );
  it('exists for every entry of the menu, and requires the same permissions', () => {
    const paths = (isAllowed: (token: string) => boolean) =>
      menuGroups({ features: FEATURE_FLAGS, isAllowed }).flatMap(({ entries }) =>
        entries.flatMap(({ path }) => (path === null ? [] : [path])),
      );
    for (const path of paths(() => true)) {
      const { tokens } = settingsPageFor(path)!.page;
      expect(
        paths((token) => tokens.some((own) => own === token)),
        path,
      ).toContain(path);
      if (tokens.length > 0) expect(paths(() => false)).not.toContain(path);
    }
  });
  it('leads back to an existing page', () => {
    for (const { entryPath } of SETTINGS_PAGES) expect(settingsPageFor(entryPath)?.page.path).toBe(entryPath);
  });
});
