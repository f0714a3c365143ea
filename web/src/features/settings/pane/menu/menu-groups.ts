import type { FeatureFlag } from '@overlook/shared/config';
import type { PermissionToken } from '@overlook/shared/permissions';

export interface MenuEntry {
  label: string;
  /** Null for an entry that the specification names and gives no page. */
  path: string | null;
}

export interface MenuGroup {
  title: string;
  entries: readonly MenuEntry[];
}

interface GatedEntry extends MenuEntry {
  flag?: FeatureFlag;
  token?: PermissionToken;
  /** Those who hold this token find the same in a group of this flag. */
  unless?: { flag: FeatureFlag; token: PermissionToken };
}

/** Who sees the links and embeds of all people, and where. */
const ORGANISATION_LINKS = { flag: 'organisation', token: 'USERS:VIEW' } as const;

/** The menu of specification §2 "Settings menu groups"; tokens of §6. */
const GROUPS: readonly { title: string; flag?: FeatureFlag; entries: readonly GatedEntry[] }[] = [
  {
    title: 'Profile Settings',
    entries: [
      { label: 'Security', path: '/settings/profile/security' },
      { label: 'Account', path: '/settings/profile/account' },
      { label: 'Notifications', path: '/settings/profile/notifications', flag: 'notifications' },
      { label: 'Links and embeds', path: '/settings/profile/links', token: 'USERS:CREATE', unless: ORGANISATION_LINKS },
    ],
  },
  {
    title: 'Organisation Settings',
    flag: 'organisation',
    entries: [
      { label: 'Organisation Security', path: '/settings/organisation/security', token: 'USERS:VIEW' },
      { label: 'Billing', path: null },
      { label: 'External Integrations', path: null },
      { label: 'Links and embeds', path: '/settings/organisation/links', token: 'USERS:VIEW' },
      { label: 'Audit Log', path: '/settings/organisation/audit', token: 'USERS:VIEW' },
    ],
  },
  {
    title: 'Site Settings',
    flag: 'site-settings',
    entries: [
      { label: 'Display', path: null },
      { label: 'Notifications', path: null },
    ],
  },
  {
    title: 'System Management',
    entries: [
      { label: 'Instance Administration', path: '/settings/instance', flag: 'instance', token: 'LICENSING:VIEW' },
      { label: 'Manage Users', path: '/settings/security/users', token: 'USERS:VIEW' },
      { label: 'Manage Teams', path: '/settings/security/teams', token: 'TEAMS:VIEW' },
      { label: 'Manage Roles', path: '/settings/security/roles', token: 'ROLES:VIEW' },
    ],
  },
  { title: 'Admin Settings', flag: 'metrics', entries: [{ label: 'Metrics', path: null }] },
];

interface MenuConditions {
  features: readonly FeatureFlag[];
  isAllowed: (token: PermissionToken) => boolean;
}

/** The groups and entries that a person sees; a group without entries is omitted. */
export function menuGroups({ features, isAllowed }: MenuConditions): MenuGroup[] {
  const isOn = (flag?: FeatureFlag) => flag === undefined || features.includes(flag);
  return GROUPS.filter(({ flag }) => isOn(flag))
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter(
        ({ flag, token, unless }) =>
          isOn(flag) &&
          (token === undefined || isAllowed(token)) &&
          (unless === undefined || !(isOn(unless.flag) && isAllowed(unless.token))),
      ),
    }))
    .filter(({ entries }) => entries.length > 0);
}
