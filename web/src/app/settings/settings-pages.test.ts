import { describe, expect, it, vi } from 'vitest';

vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined }));
const { SETTINGS_PAGES, settingsPageFor } = await import('./settings-pages.ts');

describe('an address of the settings', () => {
  it('is its page', () => {
    expect(settingsPageFor('/settings/profile/account')?.page.title).toBe('Account');
  });
  it.each(['/settings', '/settings/profile', '/settings/profile/account/1', '/settings/security/users/0/edit'])(
    'is none: %s',
    (path) => expect(settingsPageFor(path)).toBeNull(),
  );
  it('leads back to a page that is there', () => {
    for (const { entryPath } of SETTINGS_PAGES) expect(settingsPageFor(entryPath)?.page.path).toBe(entryPath);
  });
});
