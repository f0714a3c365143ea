import { formatMessage } from './format-message.ts';

/** Users, teams and roles (specification §2, §5, §8). */
export const ADMIN_MESSAGES = {
  'users.fetchFailed': 'There was a problem fetching users',
  'roles.fetchFailed': 'There was a problem fetching roles',
  'teams.fetchFailed': 'There was a problem fetching teams',
  'user.fetchFailed': 'There was a problem fetching the user',
  'role.fetchFailed': 'There was a problem fetching the role',
  'team.fetchFailed': 'There was a problem fetching the team',
  'permissions.fetchFailed': 'There was a problem fetching the default permissions',
  'users.empty': 'There are no Users setup yet',
  'roles.empty': 'There are no Roles setup yet',
  'teams.empty': 'There are no teams setup yet',

  'user.saved': 'User has been created/updated',
  'role.saved': 'Role has been created/updated',
  'team.saved': 'Team has been created/updated',
  'user.saveFailed': 'There was a problem saving this user',
  'role.saveFailed': 'There was a problem saving this role',
  'team.saveFailed': 'There was a problem saving this team',
  'user.disabled': 'User has been successfully disabled',
  'user.enabled': 'User has been successfully enabled',
  'user.deleted': 'User has been successfully deleted',
  'user.archived': 'User has been successfully archived',
  'user.restored': 'User has been successfully restored',
  // Shown when the association is cleared: kept as specified, §8.
  'user.ssoCleared': 'Azure SSO association has been successfully enabled',
  'user.twoFactorCleared': 'Two-factor authentication has been successfully cleared',
  'role.deleted': 'Role was successfully deleted',
  'team.deleted': 'Team was successfully deleted',
  'user.resetSending': 'Processing password reset',
  'user.resetSent': 'User has been sent a password reset email',

  'user.firstNameRequired': 'Please enter a given name',
  'user.lastNameRequired': 'Please enter a last name',
  'user.emailRequired': 'Please enter an e-mail address',
  'user.emailInvalid': 'Please enter a valid e-mail address',
  'user.isInvited': 'Invite without a password: the person sets one by the link in the welcome mail',
  'user.passwordRequired': 'Please enter a password',
  'user.passwordMismatch': 'Password must match confirmation',
  // "atleast": kept as specified, §5.
  'user.passwordShort': 'Password must be atleast 6 characters long',
  'user.emailTaken': 'There is a user with this e-mail address already.',
  'group.nameRequired': 'Please enter a display name',
  'user.unknown': 'There is no such user.',
  'role.unknown': 'There is no such role.',
  'team.unknown': 'There is no such team.',
  'site.unknown': 'There is no such site.',

  'user.notOneself': 'You cannot do this to your own account.',
  'user.twoFactorOff': 'This user has no second factor.',
  'user.morePowerful': 'You cannot do this to a person who holds permissions that you do not hold.',
  'admin.last': 'After this, no person could administer users, teams and roles.',
  'admin.own': 'This would take away your own permission to administer.',

  'confirm.disableUser': 'Are you sure you want to Disable User?',
  'confirm.enableUser': 'Are you sure you want to Enable User?',
  'confirm.deleteUser': 'Are you sure you want to Delete User?',
  'confirm.archiveUser': 'Are you sure you want to Archive User?',
  'confirm.restoreUser': 'Are you sure you want to Restore User?',
  'confirm.clearSso': 'Are you sure you want to Clear Azure SSO association?',
  'confirm.clearTwoFactor': 'Are you sure you want to Clear two-factor authentication?',
  'confirm.deleteRole': 'Are you sure you want to Delete role?',
  'confirm.deleteTeam': 'Are you sure you want to Delete team?',
  'role.changesBeforeSaving': 'Changes before saving',
  'role.oneChange': '1 change',
  'role.workingOutWhoAffected': 'Working out who is affected',
  'role.undoAll': 'Undo all',
  'role.undo': 'Undo {name}, {site}',
  'role.explainAccessOf': 'Explain access: {displayName}',
  'role.person': 'Person',
  'role.findAPerson': 'Find a person',
  'role.site': 'Site',
  'role.choosePersonSeeTheir': 'Choose a person to see which of their roles decides.',
  'role.lookingItUp': 'Looking it up',
  'role.afterSaving': '{access} after saving',
  'role.nowPermissionsChangedPage': '{access} now: the permissions changed on this page have not been saved.',
  'role.accountDisabledArchivedCannot': 'The account is disabled or archived: it cannot sign in.',
  'role.team': 'Team {displayName}',
  'role.theirOwn': 'Their own',
  'role.role': 'Role {displayName}',
  'role.allow': 'Allow',
  'role.deny': 'Deny',
  'role.siteSpecific': 'Site Specific',
  'role.global': 'Global',
  'role.permissions': 'Permissions',
  'role.nothingFitsTheSearch': 'Nothing fits the search',
  'role.clearSearch': 'Clear search',
  'role.permission': 'Permission',
  'role.setAllOf': 'Set all of {name}',
  'role.explainAccess': 'Explain access',
  'role.moreFor': 'More for {displayName}',
  'role.newRole': 'New role',
  'role.partsOfTheRole': 'Parts of the role',
  'role.members': 'Members {count}',
  'role.noun': 'Role',
  'role.teams': 'Teams',
  'role.users': 'Users',
  'role.roles': 'Roles',
  'role.roleSaysWhatPeople': 'A role says what people may do, at which sites.',
  'role.allUsersWhoHold': 'All users who hold it lose what only this role gave them.',
  'role.shownOfSites': 'Shown: {size} of {length} sites',
  'team.team': 'Team',
  'team.newTeam': 'New team',
  'team.membersAndRoles': 'Members and roles',
  'team.everyMemberHoldsAll': 'Every member holds all roles of the team.',
  'team.roles': 'Roles',
  'team.members': 'Members',
  'team.teams': 'Teams',
  'team.teamGivesSeveralPeople': 'A team gives several people the same roles at once.',
  'team.membersStayTheyLose': 'Its members stay; they lose the roles that only this team gave them.',
  'user.resetPassword': 'Reset password',
  'user.actionsFor': 'Actions for {firstName} {lastName}',
  'user.enable': 'Enable',
  'user.enableUser': 'Enable User',
  'user.theySignAgain': 'They can sign in again.',
  'user.disable': 'Disable',
  'user.disableUser': 'Disable User',
  'user.disableConsequence': 'Sessions end at once, and the account cannot sign in until it is enabled again.',
  'user.clearAzureSsoAssociation': 'Clear Azure SSO association',
  'user.nextSingleSignSame': 'The next single sign-on with the same e-mail address links the account again.',
  'user.clearTwoFactorAuthentication': 'Clear two-factor authentication',
  'user.lostAuthenticatorSessionsEnd':
    'For a lost authenticator. Sessions end at once, the password alone signs in until it is set up again, and a mail says so.',
  'user.restoreUser': 'Restore User',
  'user.theyListAgainSign': 'They are in the list again and can sign in.',
  'user.archiveUser': 'Archive User',
  'user.archiveConsequence': 'Sessions end at once, and the account leaves the list until it is restored.',
  'user.deleteUser': 'Delete User',
  'user.sessionsEndOncePlaces': 'Sessions end at once. Places and MOCs stay, under this name.',
  'user.role': 'Role',
  'user.team': 'Team',
  'user.lastActive': 'Last active',
  'user.status': 'Status',
  'user.newUser': 'New user',
  'user.firstName': 'First name',
  'user.lastName': 'Last name',
  'user.rolesAndTeams': 'Roles and teams',
  'user.password': 'Password',
  'user.leaveBothEmptyKeep': 'Leave both empty to keep the password. A new one ends the user’s sessions.',
  'user.confirmPassword': 'Confirm password',
  'user.user': 'User',
  'user.twoFactorAuthentication': 'Two-factor authentication',
  'user.on': 'On',
  'user.off': 'Off',
  'user.userPersonWhoSign': 'A user is a person who can sign in.',
  'user.actions': 'Actions',
  'user.users': 'Users',
  'user.csv': 'CSV',
  'user.allUsersCsvArchived': 'All users as CSV, archived ones too',
  'user.csvOf': 'CSV of {count}',
  'user.fitCsv': 'The {count, plural, one {1 user} other {{count} users}} that fit, as CSV',
  'user.none':
    'There are no {status, select, enabled {enabled} disabled {disabled} archived {archived} other {}} users',
  'user.fitElsewhere':
    '{count, plural, one {1 user with another status fits it.} other {{count} users with another status fit it.}}',
  'role.denySiteWinsOver': 'A Deny at the site wins over every Allow.',
  'role.allowSiteDecidesWhat': 'An Allow at the site decides; what is said globally is not asked.',
  'role.globalDenyDecides': 'Nothing is said at the site, and a global Deny wins over every Allow.',
  'role.globalAllowDecides': 'Nothing is said at the site; the global Allow decides.',
  'role.allowedGloballyButSite': 'It is allowed globally, but a site denies it: so it does not hold everywhere.',
  'role.noRoleSaysAnything': 'No role says anything about it, so it is not allowed.',
  'role.access': 'Access',
  'role.noAccess': 'No access',
  'role.siteId': 'Site {id}',
  'role.inherit': 'Inherit',
  'role.inheritsNothingGlobally': 'Inherit: this role says nothing globally. Allowed only where a role says so.',
  'role.inheritsNothingHere': 'Inherit: this role says nothing here. Allowed only if another role says so.',
  'role.inheritRolesGlobalAnswer':
    'Inherit: {value}, from this role’s Global answer, unless another role answers for the site.',
  'role.noUsersAccessChanges': 'No user’s access changes',
  'role.createRole': 'Create role',
  'role.saveRole': 'Save role',
  'role.saveOneChange': 'Save 1 change',
  'role.saveChanges': 'Save {changes} changes',
  'team.saveTeam': 'Save team',
  'team.createTeam': 'Create team',
  'user.saveUser': 'Save user',
  'user.createUser': 'Create user',
  'user.statusArchived': 'Archived',
  'user.statusDisabled': 'Disabled',
  'user.statusInvited': 'Invited',
  'user.statusEnabled': 'Enabled',
  'user.all': 'All',
  'user.nameEMailRole': 'name, e-mail, role or team',
  'user.nothingFitsTheSearch': 'Nothing fits the search',
  'role.sitesShown': '{shown} of {count} sites',
  'role.lost': '{count, plural, one {1 person loses access} other {{count} people lose access}}',
  'role.lostAtLeast': '{count, plural, one {1 person or more lose access} other {{count} people or more lose access}}',
  'role.gained': '{count, plural, one {1 person gains access} other {{count} people gain access}}',
  'role.gainedAtLeast':
    '{count, plural, one {1 person or more gain access} other {{count} people or more gain access}}',
  'role.affected': '{count, plural, one {1 person} other {{count} people}} affected',
  'role.heldByTeams': 'held by {count, plural, one {1 team} other {{count} teams}}',
  'edited.byPerson':
    '{who} changed this {kind, select, user {user} role {role} team {team} site {site} MOC {MOC} other {}} on {when}. Nothing was saved.',
  'edited.byAnother':
    'Another person changed this {kind, select, user {user} role {role} team {team} site {site} MOC {MOC} other {}} on {when}. Nothing was saved.',
  'edited.loadAgain': 'Load it again to see the change.',
  'edited.nowByPerson':
    '{who} changed this {kind, select, user {user} role {role} team {team} site {site} MOC {MOC} other {}},',
  'edited.nowByAnother':
    'Another person changed this {kind, select, user {user} role {role} team {team} site {site} MOC {MOC} other {}},',
  'permissions.andMore': '{names} and {count} more',
  'permissions.giveRefused': 'You cannot give permissions that you do not hold yourself: {names}.',
  'permissions.takeRefused': 'You cannot take away permissions that you do not hold yourself: {names}.',
  'permissions.lastHolder':
    'After this change nobody could give these permissions any more: {names}. At least one person who can edit roles must keep them.',
  'user.cannotSignIn': 'This user is disabled or archived and cannot sign in.',
} as const;

/**
 * Why a save was refused: another person saved first. `kind` is "user", "role", "team" or "MOC", `who` their name or
 * null, `at` an instant, written in UTC because the sentence may be read in other time zones.
 */
export function editedMeanwhileText(kind: string, who: string | null, at: Date): string {
  const when = `${at.toUTCString().slice(5, 22).replace(/^0/, '')} UTC`;
  const told =
    who === null
      ? formatMessage(ADMIN_MESSAGES['edited.byAnother'], { kind, when })
      : formatMessage(ADMIN_MESSAGES['edited.byPerson'], { who, kind, when });
  // The form of a MOC has the change already.
  return kind === 'MOC' ? told : `${told} ${ADMIN_MESSAGES['edited.loadAgain']}`;
}

/** Begins the sentence about a save by another person, which its time ends. `who` is null where the account is gone. */
export const changedByText = (kind: 'user' | 'role' | 'team' | 'site' | 'MOC', who: string | null): string =>
  who === null
    ? formatMessage(ADMIN_MESSAGES['edited.nowByAnother'], { kind })
    : formatMessage(ADMIN_MESSAGES['edited.nowByPerson'], { who, kind });

/** At most three names: "View users, Edit users, View teams and 4 more". */
function someNames(names: readonly string[]): string {
  const first = names.slice(0, 3).join(', ');
  return names.length > 3
    ? formatMessage(ADMIN_MESSAGES['permissions.andMore'], { names: first, count: names.length - 3 })
    : first;
}

/** Why a change was refused: it would give permissions that the caller does not hold. */
export const grantRefusedText = (names: readonly string[]) =>
  formatMessage(ADMIN_MESSAGES['permissions.giveRefused'], { names: someNames(names) });

/** Why a change was refused: it would take away permissions that the caller does not hold. */
export const takeRefusedText = (names: readonly string[]) =>
  formatMessage(ADMIN_MESSAGES['permissions.takeRefused'], { names: someNames(names) });

/** Why a change was refused: the last people who hold these permissions and can edit roles would lose them. */
export const lastHolderText = (names: readonly string[]) =>
  formatMessage(ADMIN_MESSAGES['permissions.lastHolder'], { names: someNames(names) });
