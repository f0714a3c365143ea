import type { ComponentType } from 'react';
import type { PermissionToken } from '@overlook/shared/permissions';
import { SETTINGS_MESSAGES } from '@overlook/shared/messages';
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

const SITES_PATH = '/settings/sites';

const USERS_PATH = '/settings/security/users';
const loadUser: Load = async () => (await import('../../features/settings/users/user-page.tsx')).UserPage;

/** Every page of the settings (specification §2 "Settings sub-routes"), each loaded when it is opened. */
export const SETTINGS_PAGES: readonly SettingsPage[] = [
  page(
    FIRST_PAGE_PATH,
    SETTINGS_MESSAGES['settings.account'],
    [],
    async () => (await import('../../features/settings/profile/account-page.tsx')).AccountPage,
  ),
  page(
    '/settings/profile/security',
    SETTINGS_MESSAGES['settings.security'],
    [],
    async () => (await import('../../features/settings/profile/security/security-page.tsx')).SecurityPage,
  ),
  page(
    '/settings/profile/notifications',
    SETTINGS_MESSAGES['settings.notifications'],
    [],
    async () => (await import('../../features/settings/profile/notifications-page.tsx')).NotificationsPage,
  ),
  page('/settings/profile/links', SETTINGS_MESSAGES['settings.linksAndEmbeds'], [], loadLinks),
  page(
    '/settings/instance',
    SETTINGS_MESSAGES['settings.instanceAdministration'],
    ['LICENSING:VIEW'],
    async () => (await import('../../features/settings/instance/instance-page.tsx')).InstancePage,
  ),
  page(
    '/settings/organisation/security',
    SETTINGS_MESSAGES['settings.organisationSecurity'],
    ['USERS:VIEW'],
    async () =>
      (await import('../../features/settings/organisation/organisation-security-page.tsx')).OrganisationSecurityPage,
  ),
  page('/settings/organisation/links', SETTINGS_MESSAGES['settings.linksAndEmbeds'], ['USERS:VIEW'], loadLinks),
  page(
    '/settings/organisation/audit',
    SETTINGS_MESSAGES['settings.auditLog'],
    ['USERS:VIEW'],
    async () => (await import('../../features/settings/audit/audit-page.tsx')).AuditPage,
  ),
  page(
    SITES_PATH,
    SETTINGS_MESSAGES['settings.sites'],
    ['SITES:MANAGE'],
    async () => (await import('../../features/settings/sites/sites-page.tsx')).SitesPage,
  ),
  page(
    `${SITES_PATH}/new`,
    SETTINGS_MESSAGES['settings.newSite'],
    ['SITES:MANAGE'],
    async () => (await import('../../features/settings/sites/new-site-page.tsx')).NewSitePage,
    SITES_PATH,
  ),
  page(
    `${SITES_PATH}/:id/edit`,
    SETTINGS_MESSAGES['settings.editSite'],
    ['SITES:MANAGE'],
    async () => (await import('../../features/settings/sites/site-page.tsx')).SitePage,
    SITES_PATH,
  ),
  page(
    `${SITES_PATH}/:id/upload`,
    SETTINGS_MESSAGES['settings.addData'],
    ['SITES:MANAGE'],
    async () => (await import('../../features/settings/sites/upload/upload-page.tsx')).UploadPage,
    SITES_PATH,
  ),
  page(
    USERS_PATH,
    SETTINGS_MESSAGES['settings.users'],
    ['USERS:VIEW'],
    async () => (await import('../../features/settings/users/users-page.tsx')).UsersPage,
  ),
  page(`${USERS_PATH}/new`, SETTINGS_MESSAGES['settings.newUser'], ['USERS:CREATE'], loadUser, USERS_PATH),
  page(
    `${USERS_PATH}/:id/edit`,
    SETTINGS_MESSAGES['settings.editUser'],
    ['USERS:VIEW', 'USERS:UPDATE'],
    loadUser,
    USERS_PATH,
  ),
  page(
    TEAMS_PATH,
    SETTINGS_MESSAGES['settings.teams'],
    ['TEAMS:VIEW'],
    async () => (await import('../../features/settings/teams/teams-page.tsx')).TeamsPage,
  ),
  page(`${TEAMS_PATH}/new`, SETTINGS_MESSAGES['settings.newTeam'], ['TEAMS:CREATE'], loadTeam, TEAMS_PATH),
  page(
    `${TEAMS_PATH}/:id/edit`,
    SETTINGS_MESSAGES['settings.editTeam'],
    ['TEAMS:VIEW', 'TEAMS:UPDATE'],
    loadTeam,
    TEAMS_PATH,
  ),
  page(
    ROLES_PATH,
    SETTINGS_MESSAGES['settings.roles'],
    ['ROLES:VIEW'],
    async () => (await import('../../features/settings/roles/roles-page.tsx')).RolesPage,
  ),
  page(
    `${ROLES_PATH}/new`,
    SETTINGS_MESSAGES['settings.newRole'],
    ['ROLES:VIEW', 'USERS:CREATE'],
    loadRole,
    ROLES_PATH,
  ),
  page(
    `${ROLES_PATH}/:id/edit`,
    SETTINGS_MESSAGES['settings.editRole'],
    ['ROLES:VIEW', 'USERS:UPDATE'],
    loadRole,
    ROLES_PATH,
  ),
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
