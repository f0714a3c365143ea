import { INVITATION_LIFE_MS, PASSWORD_RESET_LIFE_MS } from '@overlook/shared/config';
import type { MailContent } from './mail-content.ts';

/** Every mail the product sends. `productName` is the instance's own. */

const LIFE_MINUTES = PASSWORD_RESET_LIFE_MS / 60_000;
const INVITATION_DAYS = INVITATION_LIFE_MS / 86_400_000;
const NOT_YOU = 'If this was not you, reset your password now and tell your administrator.';

interface Event {
  readonly productName: string;
  /** "Firefox on Windows". */
  readonly device: string;
  /** IP address. */
  readonly address: string;
  readonly at: Date;
}

const whenText = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const eventFacts = ({ device, address, at }: Event): NonNullable<MailContent['facts']> => [
  ['When', whenText(at)],
  ['Device', device],
  ['Address', address],
];

/** A person, perhaps not the owner, asked for a new password. */
export const passwordResetMail = (to: { productName: string; url: string }): MailContent => ({
  subject: `Set a new password for ${to.productName}`,
  paragraphs: [`A new password was asked for your ${to.productName} account.`],
  action: { label: 'Set a new password', url: to.url },
  closing: [
    `The link works once, within ${LIFE_MINUTES} minutes.`,
    'If you did not ask for it, do nothing: your password stays as it is.',
  ],
});

/** The password was changed. */
export const passwordChangedMail = (event: Event): MailContent => ({
  subject: `Your ${event.productName} password was changed`,
  paragraphs: [`The password of your ${event.productName} account was changed, and other sessions were signed out.`],
  facts: eventFacts(event),
  closing: [NOT_YOU],
});

/** An administrator has made an account; `url` is the page for setting its first password, `publicUrl` that of the login. */
export const welcomeMail = (to: {
  productName: string;
  firstName: string;
  email: string;
  url: string;
  publicUrl: string;
}): MailContent => ({
  subject: `Welcome to ${to.productName}`,
  paragraphs: [`Hello ${to.firstName},`, `there is an account for you on ${to.productName}.`],
  facts: [
    ['Sign in at', to.publicUrl.replace(/^https?:\/\//, '')],
    ['With', to.email],
  ],
  action: { label: 'Set your password', url: to.url },
  closing: [
    `The link works once, within ${INVITATION_DAYS} days. After that, choose “Forgot Password” when you sign in.`,
    'If you have been given a password already, or sign in with Single Sign On, you do not need the link.',
  ],
});

/** Another person has mentioned the reader in a comment on a change. */
export const mentionMail = (to: {
  by: string;
  moc: string;
  site: string;
  comment: string;
  url: string;
}): MailContent => ({
  subject: `${to.by} mentioned you on ${to.moc}`,
  paragraphs: [`${to.by} mentioned you in a comment on the MOC ${to.moc} at ${to.site}.`],
  quote: to.comment,
  action: { label: 'Open the MOC', url: to.url },
});

/** A sign-in from a device that is new for this account. */
export const newDeviceMail = (event: Event): MailContent => ({
  subject: `New sign-in to ${event.productName}`,
  paragraphs: [`Your ${event.productName} account was used on a device it had not been used on before.`],
  facts: eventFacts(event),
  closing: ['If this was you, there is nothing to do.', NOT_YOU],
});

/** The second factor was switched on or off. */
export const twoFactorChangedMail = (event: Event, isOn: boolean): MailContent => ({
  subject: `Two-factor authentication was switched ${isOn ? 'on' : 'off'}`,
  paragraphs: [
    `Signing in to your ${event.productName} account ${isOn ? 'needs a code from now on' : 'no longer needs a code'}.`,
  ],
  facts: eventFacts(event),
  closing: [NOT_YOU],
});

/** An administrator has removed a lost second factor. */
export const twoFactorClearedMail = (event: { productName: string; at: Date }): MailContent => ({
  subject: 'Two-factor authentication was cleared',
  paragraphs: [
    `An administrator cleared the two-factor authentication of your ${event.productName} account, and its sessions were signed out.`,
    'Sign in with your password and set it up again in Profile Settings, Security.',
  ],
  facts: [['When', whenText(event.at)]],
  closing: ['If you did not ask for this, tell your administrator at once.'],
});

/** An administrator checks whether mails arrive. */
export const testMail = (asked: { productName: string; at: Date }): MailContent => ({
  subject: `Test mail from ${asked.productName}`,
  paragraphs: ['This mail was asked for in Instance Administration. That you read it means that mails go out.'],
  facts: [['Asked for', whenText(asked.at)]],
});

/** A user shares a Place and has written subject and message. */
export const placeSharedMail = (share: {
  senderName: string;
  placeName: string;
  subject: string;
  message: string;
  url: string;
  /** Content id of the Place's picture among the attachments. */
  pictureId?: string | undefined;
}): MailContent => ({
  subject: share.subject,
  paragraphs: [`${share.senderName} shares the Place “${share.placeName}” with you.`],
  ...(share.message.trim() === '' ? {} : { quote: share.message }),
  ...(share.pictureId === undefined ? {} : { picture: { contentId: share.pictureId, description: share.placeName } }),
  action: { label: 'Open the Place', url: share.url },
});

interface FinishedExport {
  readonly productName: string;
  readonly description: string;
  readonly url: string;
  /** Of the point cloud, not of a layer of meshes. */
  readonly isOfCloud: boolean;
  /** Null where the reader asked for it. */
  readonly requestedBy: { readonly name: string; readonly email: string } | null;
}

const exportNoun = ({ isOfCloud }: FinishedExport): string => (isOfCloud ? 'point cloud export' : 'export of a layer');

const exportOwner = ({ requestedBy }: FinishedExport): string =>
  requestedBy === null ? 'Your' : `${requestedBy.name}’s`;

const exportSubject = ({ requestedBy, productName }: FinishedExport): string =>
  requestedBy === null
    ? `The export you asked ${productName} for`
    : `The export that ${requestedBy.name} (${requestedBy.email}) asked ${productName} for, with a mail to you,`;

/** A point cloud export is done. */
export const exportReadyMail = (done: FinishedExport): MailContent => ({
  subject: `${exportOwner(done)} ${exportNoun(done)} is ready`,
  paragraphs: [`${exportSubject(done)} can be downloaded now.`],
  facts: [['Export', done.description]],
  action: { label: 'Open downloads', url: done.url },
});

/** A point cloud export has failed; `message` has the reason. */
export const exportFailedMail = (failed: FinishedExport & { message: string }): MailContent => ({
  subject: `${exportOwner(failed)} ${exportNoun(failed)} has failed`,
  paragraphs: [`${exportSubject(failed)} could not be made.`],
  facts: [
    ['Export', failed.description],
    ['Reason', failed.message],
  ],
  action: { label: 'Open downloads', url: failed.url },
});

/** The text of the feedback form, for the operator. */
export const feedbackMail = (feedback: {
  productName: string;
  feedbackType: string;
  from: string;
  details: string;
  /** Null when no call back is requested. */
  callBackOn: string | null;
}): MailContent => ({
  subject: `${feedback.productName} feedback: ${feedback.feedbackType}`,
  paragraphs: [`${feedback.from} left feedback.`],
  facts: [['Call back', feedback.callBackOn ?? 'not asked for']],
  quote: feedback.details,
});
