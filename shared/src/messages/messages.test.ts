import { describe, expect, it } from 'vitest';
import compile from 'icu-minify/compile';
import * as catalogue from './index.ts';

/** All areas; each message has a key of its own, `area.name`. */
const AREAS: readonly Readonly<Record<string, string>>[] = Object.entries(catalogue)
  .filter(([name]) => name.endsWith('_MESSAGES') || name === 'SIGN_IN_REFUSALS')
  .map(([, area]) => area as Readonly<Record<string, string>>);
const MESSAGES = AREAS.flatMap((area) => Object.entries(area));

/** The sentences of specification §5 and §8, word for word. */
const SPECIFIED = [
  'This field cannot be empty',
  'Email address is required',
  'Password is required',
  'Please enter a valid e-mail address',
  'You must enter at least one recipient',
  'You must enter a subject',
  'Please enter a display name',
  'Please enter a given name',
  'Please enter a last name',
  'Please enter an e-mail address',
  'Please enter a password',
  'Password must match confirmation',
  'Password must be atleast 6 characters long',
  'New password must be provided',
  'Fields need to match',
  'Please tell us some details regarding your feedback',
  'A phone number is required to receive a call back',
  ...['users', 'roles', 'teams', 'model groups', 'models', 'site pins', 'MOCs', 'sites', 'CAD metadata'].map(
    (what) => `There was a problem fetching ${what}`,
  ),
  'There was a problem searching for nearby images',
  'There was a problem finding bookmark.',
  'There was a problem loading bookmark.',
  'There was a problem fetching snapshots',
  'There was a problem fetching point grab downloads',
  'There was a problem checking for available point clouds',
  ...['team', 'role', 'user', 'default permissions'].map((what) => `There was a problem fetching the ${what}`),
  'MOC has been successfully created/updated',
  'There was an error saving/updating your MOC',
  'Email sent.',
  'There was a problem sending email.',
  'There was a problem updating the place',
  'Place was successfully updated',
  'There was a problem archiving the place',
  'Place was successfully archived',
  'There was a problem creating the Place',
  'Place was successfully created',
  'Your point cloud export request was successfully submitted',
  'There was a problem submitting your point cloud export request',
  'Delete successful',
  'Error deleting download',
  ...['Team', 'Role', 'User'].map((what) => `${what} has been created/updated`),
  ...['team', 'role', 'user'].map((what) => `There was a problem saving this ${what}`),
  'Update failed.',
  'Password updated.',
  'Account updated.',
  'Settings updated.',
  ...['disabled', 'enabled', 'deleted'].map((what) => `User has been successfully ${what}`),
  'Azure SSO association has been successfully enabled',
  'Role was successfully deleted',
  'Team was successfully deleted',
  'Processing password reset',
  'User has been sent a password reset email',
  'Password reset sent, if you have a registered account with the product, a password reset email has been sent to you.',
  'Your password has been reset, you may now log in.',
  "Thanks! Your feedback has been received. If you requested to be contacted, we'll be in touch soon.",
  'It appears the message server is having problems sending messages right now. Please try again later. Alternatively contact your administrator to provide feedback directly.',
  'System Error',
  'There was an error completing your request. Please contact the provider for more information.',
  'Point grab is currently unavailable or there are no point clouds available for the selected site.',
  'Please select a site to use the Point Grab tool.',
  'No PointGrab downloads are currently available for this site.',
  "We couldn't find any images around that location. Please try again in a different area",
  'Click on the model to show nearby photos around that location',
  'Unfortunately your subscription does not include this model type. Please speak to your administrator.',
  'Model set not included',
  'Single Sign On not available',
  'Something went wrong.',
];

describe('the messages', () => {
  it.each(SPECIFIED)('have "%s"', (sentence) => {
    expect(MESSAGES.map(([, text]) => text)).toContain(sentence);
  });

  it('have keys of their own', () => {
    const keys = MESSAGES.map(([key]) => key);
    expect(keys.filter((key) => !/^\w+\.\w+$/.test(key))).toEqual([]);
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });

  it('are valid ICU messages', () => {
    for (const [key, text] of MESSAGES) expect(() => compile(text), key).not.toThrow();
  });
});
