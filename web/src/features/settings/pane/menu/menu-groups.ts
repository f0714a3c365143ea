import type { FeatureFlag } from '@overlook/shared/config';
import type { PermissionToken } from '@overlook/shared/permissions';
import { SETTINGS_MESSAGES } from '@overlook/shared/messages';

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
    title: SETTINGS_MESSAGES['settings.profileSettings'],
    entries: [
      { label: SETTINGS_MESSAGES['settings.security'], path: '/settings/profile/security' },
      { label: SETTINGS_MESSAGES['settings.account'], path: '/settings/profile/account' },
      {
        label: SETTINGS_MESSAGES['settings.notifications'],
        path: '/settings/profile/notifications',
        flag: 'notifications',
      },
      {
        label: SETTINGS_MESSAGES['settings.linksAndEmbeds'],
        path: '/settings/profile/links',
        token: 'USERS:CREATE',
        unless: ORGANISATION_LINKS,
      },
    ],
  },
  {
    title: SETTINGS_MESSAGES['settings.organisationSettings'],
    flag: 'organisation',
    entries: [
      {
        label: SETTINGS_MESSAGES['settings.organisationSecurity'],
        path: '/settings/organisation/security',
        token: 'USERS:VIEW',
      },
      { label: SETTINGS_MESSAGES['settings.billing'], path: null },
      { label: SETTINGS_MESSAGES['settings.externalIntegrations'], path: null },
      {
        label: SETTINGS_MESSAGES['settings.linksAndEmbeds'],
        path: '/settings/organisation/links',
        token: 'USERS:VIEW',
      },
      { label: SETTINGS_MESSAGES['settings.auditLog'], path: '/settings/organisation/audit', token: 'USERS:VIEW' },
    ],
  },
  {
    title: SETTINGS_MESSAGES['settings.siteSettings'],
    flag: 'site-settings',
    entries: [
      { label: SETTINGS_MESSAGES['settings.display'], path: null },
      { label: SETTINGS_MESSAGES['settings.notifications'], path: null },
    ],
  },
  {
    title: SETTINGS_MESSAGES['settings.systemManagement'],
    entries: [
      {
        label: SETTINGS_MESSAGES['settings.instanceAdministration'],
        path: '/settings/instance',
        flag: 'instance',
        token: 'LICENSING:VIEW',
      },
      { label: SETTINGS_MESSAGES['settings.manageSites'], path: '/settings/sites', token: 'SITES:MANAGE' },
      { label: SETTINGS_MESSAGES['settings.manageUsers'], path: '/settings/security/users', token: 'USERS:VIEW' },
      { label: SETTINGS_MESSAGES['settings.manageTeams'], path: '/settings/security/teams', token: 'TEAMS:VIEW' },
      { label: SETTINGS_MESSAGES['settings.manageRoles'], path: '/settings/security/roles', token: 'ROLES:VIEW' },
    ],
  },
  {
    title: SETTINGS_MESSAGES['settings.adminSettings'],
    flag: 'metrics',
    entries: [{ label: SETTINGS_MESSAGES['settings.metrics'], path: null }],
  },
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
