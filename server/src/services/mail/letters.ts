import { PASSWORD_RESET_LIFE_MS } from '@overlook/shared/config';
import type { Letter } from './letter.ts';

/** Every mail the product sends. `productName` is the instance's own. */

const LIFE_MINUTES = PASSWORD_RESET_LIFE_MS / 60_000;
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

const eventFacts = ({ device, address, at }: Event): NonNullable<Letter['facts']> => [
  ['When', whenText(at)],
  ['Device', device],
  ['Address', address],
];

/** Somebody, perhaps the owner, asked for a new password. */
export const passwordResetLetter = (to: { productName: string; url: string }): Letter => ({
  subject: `Set a new password for ${to.productName}`,
  paragraphs: [`A new password was asked for your ${to.productName} account.`],
  action: { label: 'Set a new password', url: to.url },
  closing: [
    `The link works once, within ${LIFE_MINUTES} minutes.`,
    'If you did not ask for it, do nothing: your password stays as it is.',
  ],
});

/** The password is another now. */
export const passwordChangedLetter = (event: Event): Letter => ({
  subject: `Your ${event.productName} password was changed`,
  paragraphs: [`The password of your ${event.productName} account was changed, and other sessions were signed out.`],
  facts: eventFacts(event),
  closing: [NOT_YOU],
});

/** An administrator has made an account; `url` leads to where its first password is set. */
export const welcomeLetter = (to: { productName: string; firstName: string; email: string; url: string }): Letter => ({
  subject: `Welcome to ${to.productName}`,
  paragraphs: [
    `Hello ${to.firstName},`,
    `there is an account for you on ${to.productName}. You sign in with ${to.email}.`,
  ],
  action: { label: `Open ${to.productName}`, url: to.url },
});

/** A sign-in from a device that this account had not been used on. */
export const newDeviceLetter = (event: Event): Letter => ({
  subject: `New sign-in to ${event.productName}`,
  paragraphs: [`Your ${event.productName} account was used on a device it had not been used on before.`],
  facts: eventFacts(event),
  closing: ['If this was you, there is nothing to do.', NOT_YOU],
});

/** The second factor is on or off now. */
export const twoFactorChangedLetter = (event: Event, isOn: boolean): Letter => ({
  subject: `Two-factor authentication was switched ${isOn ? 'on' : 'off'}`,
  paragraphs: [
    `Signing in to your ${event.productName} account ${isOn ? 'needs a code from now on' : 'no longer needs a code'}.`,
  ],
  facts: eventFacts(event),
  closing: [NOT_YOU],
});

/** An administrator has taken a lost second factor away. */
export const twoFactorClearedLetter = (event: { productName: string; at: Date }): Letter => ({
  subject: 'Two-factor authentication was cleared',
  paragraphs: [
    `An administrator cleared the two-factor authentication of your ${event.productName} account, and its sessions were signed out.`,
    'Sign in with your password and set it up again in Profile Settings, Security.',
  ],
  facts: [['When', whenText(event.at)]],
  closing: ['If you did not ask for this, tell your administrator at once.'],
});

/** Somebody who looks after the instance wants to know whether mails arrive. */
export const testLetter = (asked: { productName: string; at: Date }): Letter => ({
  subject: `Test mail from ${asked.productName}`,
  paragraphs: ['This mail was asked for in Instance Administration. That you read it means that mails go out.'],
  facts: [['Asked for', whenText(asked.at)]],
});

/** Somebody shares a Place; subject and message are theirs. */
export const placeSharedLetter = (share: {
  senderName: string;
  subject: string;
  message: string;
  url: string;
}): Letter => ({
  subject: share.subject,
  paragraphs: [`${share.senderName} shares a Place with you.`],
  ...(share.message.trim() === '' ? {} : { quote: share.message }),
  action: { label: 'Open the Place', url: share.url },
});

/** A point cloud export is done. */
export const exportReadyLetter = (done: { productName: string; description: string; url: string }): Letter => ({
  subject: 'Your point cloud export is ready',
  paragraphs: [`The export you asked ${done.productName} for can be downloaded now.`],
  facts: [['Export', done.description]],
  action: { label: 'Open downloads', url: done.url },
});

/** What somebody left through the feedback form, for the operator. */
export const feedbackLetter = (feedback: {
  productName: string;
  feedbackType: string;
  from: string;
  details: string;
  /** Null when no call back is wanted. */
  callBackOn: string | null;
}): Letter => ({
  subject: `${feedback.productName} feedback: ${feedback.feedbackType}`,
  paragraphs: [`${feedback.from} left feedback.`],
  facts: [['Call back', feedback.callBackOn ?? 'not asked for']],
  quote: feedback.details,
});
