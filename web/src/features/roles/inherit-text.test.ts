import { expect, it } from 'vitest';
import { inheritText } from './inherit-text.ts';

const DRAFT = { 0: { 'VIEW:CAD': true, 'VIEW:SHADED': false }, 3: { 'VIEW:CAD': false } };

it.each([
  [3, 'VIEW:CAD', /^Inherit: Allow, from this role’s Global answer/],
  [4, 'VIEW:SHADED', /^Inherit: Deny, from this role’s Global answer/],
  [3, 'VIEW:TEXTURED', /^Inherit: this role says nothing here/],
  [0, 'VIEW:CAD', /^Inherit: this role says nothing globally/],
])('at %i, %s', (siteId, token, text) => expect(inheritText(DRAFT, { siteId, token })).toMatch(text));
