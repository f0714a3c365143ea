import type { User } from '@overlook/shared/schemas';

/** A user with default values for the fields that a test does not set. */
export function aUser(told: Partial<User> = {}): User {
  return {
    id: 1,
    firstName: 'Ana',
    lastName: 'Ruiz',
    email: 'ana@overlook.example',
    disabled: false,
    disabledOn: null,
    archived: false,
    createdAt: '2026-03-01T10:00:00.000Z',
    version: 1,
    ssoTid: null,
    ssoSub: null,
    roleList: [],
    teamList: [],
    ...told,
    data: {
      lastActive: null,
      recipients: [],
      agreedToDisclaimer: true,
      security: { enable2FA: false },
      subscriptions: { featuresEmail: false, featuresSMS: false, pointGrabEmail: false, pointGrabSMS: false },
      ...told.data,
    },
  };
}
