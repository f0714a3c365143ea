import { describe, expect, it } from 'vitest';
import { FEATURE_FLAGS } from '@overlook/shared/config';
import { menuGroups } from './menu-groups.ts';

const told = (conditions: Parameters<typeof menuGroups>[0]) =>
  Object.fromEntries(menuGroups(conditions).map(({ title, entries }) => [title, entries.map(({ label }) => label)]));

describe('the settings menu', () => {
  it('is the profile alone without flags and permissions', () => {
    expect(told({ features: [], isAllowed: () => false })).toEqual({ 'Profile Settings': ['Security', 'Account'] });
  });

  it('has every group of the specification with all flags and permissions', () => {
    expect(told({ features: FEATURE_FLAGS, isAllowed: () => true })).toEqual({
      'Profile Settings': ['Security', 'Account', 'Notifications'],
      'Organisation Settings': [
        'Organisation Security',
        'Billing',
        'External Integrations',
        'Links and embeds',
        'Audit Log',
      ],
      'Site Settings': ['Display', 'Notifications'],
      'System Management': ['Instance Administration', 'Manage Sites', 'Manage Users', 'Manage Teams', 'Manage Roles'],
      'Admin Settings': ['Metrics'],
    });
  });

  it('gates each link by its own token, and the group by any of them', () => {
    const groups = told({ features: [], isAllowed: (token) => token === 'TEAMS:VIEW' });
    expect(groups['System Management']).toEqual(['Manage Teams']);
  });

  it('has own links in the profile for those who make some and do not see those of all', () => {
    const groups = told({ features: FEATURE_FLAGS, isAllowed: (token) => token === 'USERS:CREATE' });
    expect(groups['Profile Settings']).toContain('Links and embeds');
    expect(groups['Organisation Settings']).not.toContain('Links and embeds');
    const withoutOrganisation = told({ features: [], isAllowed: () => true });
    expect(withoutOrganisation['Profile Settings']).toContain('Links and embeds');
  });

  it('shows Instance Administration when flagged only', () => {
    const groups = told({ features: [], isAllowed: (token) => token === 'LICENSING:VIEW' });
    expect(groups).not.toHaveProperty('System Management');
  });
});
