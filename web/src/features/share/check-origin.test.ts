import { SHARE_MESSAGES, VIEW_GRANTS_MESSAGES } from '@overlook/shared/messages';
import { expect, it } from 'vitest';
import { originProblem, splitOrigins } from './check-origin.ts';

it('origins are separated by spaces, commas, semicolons and line breaks', () => {
  expect(splitOrigins(' https://a.example, https://b.example;\nhttps://c.example ')).toHaveLength(3);
});

it.each(['https://portal.example.com', 'https://portal.example.com:8443', 'http://localhost:4601'])(
  '%s is an origin',
  (origin) => expect(originProblem(origin)).toBeNull(),
);

it.each(['portal.example.com', 'https://portal.example.com/', 'https://Portal.example.com', 'https://*.example.com'])(
  '%s is none',
  (text) => expect(originProblem(text)).toBe(VIEW_GRANTS_MESSAGES['grant.originForm']),
);

it('an origin beyond this machine needs https', () => {
  expect(originProblem('http://portal.example.com')).toBe(SHARE_MESSAGES['share.needsHttps']);
});
