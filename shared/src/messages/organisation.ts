/** A change of the organisation's security, said before it is made: whom it touches. */
export interface SecurityChange {
  readonly title: string;
  /** The effect on people, with their number. */
  readonly text: string;
  readonly verb: string;
}

type SecuritySetting = 'enable2FA' | 'enableSSO' | 'createUsersBySSO';

/** Whom the settings of security touch: numbers of people who may sign in. */
interface PeopleCounts {
  readonly active: number;
  readonly withoutSecondFactor: number;
  readonly withSingleSignOn: number;
  readonly withoutPassword: number;
}

const SIGN_IN = 'next sign-in';

const people = (count: number, total: number): string =>
  count === total ? `all ${total} people` : `${count} of ${total} people`;

const CHANGES: Record<`${SecuritySetting}.${'on' | 'off'}`, (counts: PeopleCounts) => SecurityChange> = {
  'enable2FA.on': ({ active, withoutSecondFactor }) => ({
    title: 'Require two-factor authentication',
    text: `For ${people(active, active)}. Those without a second factor (${withoutSecondFactor}) must set one up at their ${SIGN_IN}.`,
    verb: 'Require it',
  }),
  'enable2FA.off': ({ active, withoutSecondFactor }) => ({
    title: 'Do not require two-factor authentication',
    text: `For ${people(active, active)}. Those who have a second factor (${active - withoutSecondFactor}) keep it until they turn it off.`,
    verb: 'Do not require it',
  }),
  'enableSSO.on': ({ active }) => ({
    title: 'Switch on Single Sign On',
    text: `For ${people(active, active)}: whoever your identity provider vouches for signs in to the account with the same e-mail.`,
    verb: 'Switch on',
  }),
  'enableSSO.off': ({ active, withSingleSignOn, withoutPassword }) => ({
    title: 'Switch off Single Sign On',
    text:
      `${people(withSingleSignOn, active)} have signed in by it and can no longer do so. ` +
      `Those without a password (${withoutPassword}) cannot sign in until they set one by Forgot Password. Open sessions go on.`,
    verb: 'Switch off',
  }),
  'createUsersBySSO.on': () => ({
    title: 'Create users by Single Sign On',
    text: 'For everybody whom your identity provider lets in: at the first sign-in they get an account, without any role.',
    verb: 'Create users',
  }),
  'createUsersBySSO.off': () => ({
    title: 'Do not create users by Single Sign On',
    text: 'For people without an account here, who are turned away from now on. Existing accounts stay.',
    verb: 'Do not create users',
  }),
};

/** What a change of one setting means and whom it touches. */
export const securityChange = (setting: SecuritySetting, isOn: boolean, counts: PeopleCounts): SecurityChange =>
  CHANGES[`${setting}.${isOn ? 'on' : 'off'}`](counts);

export const ORGANISATION_MESSAGES = {
  'organisation.twoFactorAuthentication': 'Two-factor authentication',
  'organisation.allUsersNeedSecond': 'All users need a second factor. Users without one set it up at the next sign-in.',
  'organisation.singleSignOn': 'Single Sign On',
  'organisation.peopleSignOrganisationsIdentity': 'People sign in at your organisation’s identity provider.',
  'organisation.createUsersSingleSign': 'Create users by Single Sign On',
  'organisation.unknownPeopleWhoArrive': 'Unknown people who arrive by it get an account, without any role.',
  'organisation.organisationSecurity': 'Organisation Security',
} as const;
