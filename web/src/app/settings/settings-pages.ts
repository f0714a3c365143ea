import type { ComponentType } from 'react';
import type { PermissionToken } from '@overlook/shared/permissions';
import { type LazyPart, lazyPart } from '../../parts/lazy-part/lazy-part.tsx';
import { pageFailure } from './page-failure.tsx';

export interface SettingsPageProps {
  /** The row that is edited; null on a list and for a new one. */
  id: number | null;
}

export interface SettingsPage {
  /** `:id` is a positive whole number. */
  readonly path: string;
  /** Names the page. */
  readonly title: string;
  /** Path of the menu entry it belongs to, and of the page that Back and Escape lead to; itself for an entry's own page. */
  readonly entryPath: string;
  /** Who may open it. */
  readonly tokens: readonly PermissionToken[];
  readonly Page: LazyPart<SettingsPageProps>;
}

type Load = () => Promise<ComponentType<SettingsPageProps>>;
const page = (path: string, title: string, tokens: readonly PermissionToken[], load: Load, entryPath = path) => ({
  path,
  title,
  entryPath,
  tokens,
  Page: lazyPart(load, { FailureFrame: pageFailure(title) }),
});

/** The page that `/settings` itself shows beside the menu. */
export const FIRST_PAGE_PATH = '/settings/profile/account';

const TEAMS_PATH = '/settings/security/teams';
const loadTeam: Load = async () => (await import('../../features/settings/teams/team-page.tsx')).TeamPage;

const ROLES_PATH = '/settings/security/roles';
const loadRole: Load = async () => (await import('../../features/settings/roles/role-page.tsx')).RolePage;

const loadLinks: Load = async () => (await import('../../features/settings/links/links-page.tsx')).LinksPage;

const USERS_PATH = '/settings/security/users';
const loadUser: Load = async () => (await import('../../features/settings/users/user-page.tsx')).UserPage;

/** Every page of the settings (specification §2 "Settings sub-routes"), each loaded when it is opened. */
export const SETTINGS_PAGES: readonly SettingsPage[] = [
  page(
    FIRST_PAGE_PATH,
    'Account',
    [],
    async () => (await import('../../features/settings/profile/account-page.tsx')).AccountPage,
  ),
  page(
    '/settings/profile/security',
    'Security',
    [],
    async () => (await import('../../features/settings/profile/security/security-page.tsx')).SecurityPage,
  ),
  page(
    '/settings/profile/notifications',
    'Notifications',
    [],
    async () => (await import('../../features/settings/profile/notifications-page.tsx')).NotificationsPage,
  ),
  page('/settings/profile/links', 'Links and embeds', [], loadLinks),
  page(
    '/settings/instance',
    'Instance Administration',
    ['LICENSING:VIEW'],
    async () => (await import('../../features/settings/instance/instance-page.tsx')).InstancePage,
  ),
  page(
    '/settings/organisation/security',
    'Organisation Security',
    ['USERS:VIEW'],
    async () =>
      (await import('../../features/settings/organisation/organisation-security-page.tsx')).OrganisationSecurityPage,
  ),
  page('/settings/organisation/links', 'Links and embeds', ['USERS:VIEW'], loadLinks),
  page(
    '/settings/organisation/audit',
    'Audit Log',
    ['USERS:VIEW'],
    async () => (await import('../../features/settings/audit/audit-page.tsx')).AuditPage,
  ),
  page(
    USERS_PATH,
    'Users',
    ['USERS:VIEW'],
    async () => (await import('../../features/settings/users/users-page.tsx')).UsersPage,
  ),
  page(`${USERS_PATH}/new`, 'New user', ['USERS:CREATE'], loadUser, USERS_PATH),
  page(`${USERS_PATH}/:id/edit`, 'Edit user', ['USERS:VIEW', 'USERS:UPDATE'], loadUser, USERS_PATH),
  page(
    TEAMS_PATH,
    'Teams',
    ['TEAMS:VIEW'],
    async () => (await import('../../features/settings/teams/teams-page.tsx')).TeamsPage,
  ),
  page(`${TEAMS_PATH}/new`, 'New team', ['TEAMS:CREATE'], loadTeam, TEAMS_PATH),
  page(`${TEAMS_PATH}/:id/edit`, 'Edit team', ['TEAMS:VIEW', 'TEAMS:UPDATE'], loadTeam, TEAMS_PATH),
  page(
    ROLES_PATH,
    'Roles',
    ['ROLES:VIEW'],
    async () => (await import('../../features/settings/roles/roles-page.tsx')).RolesPage,
  ),
  page(`${ROLES_PATH}/new`, 'New role', ['ROLES:VIEW', 'USERS:CREATE'], loadRole, ROLES_PATH),
  page(`${ROLES_PATH}/:id/edit`, 'Edit role', ['ROLES:VIEW', 'USERS:UPDATE'], loadRole, ROLES_PATH),
];

/** The page of an address and the id in it, or null where there is none. */
export function settingsPageFor(path: string): { page: SettingsPage; id: number | null } | null {
  for (const page of SETTINGS_PAGES) {
    const pattern = new RegExp(`^${page.path.replace(':id', '([1-9][0-9]{0,8})')}$`);
    const match = pattern.exec(path);
    if (match) return { page, id: match[1] === undefined ? null : Number(match[1]) };
  }
  return null;
}
