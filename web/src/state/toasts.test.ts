import { STAGE_MESSAGES, DISCLAIMER_MESSAGES, SITES_MESSAGES, AUTH_STEPS_MESSAGES } from '@overlook/shared/messages';
import { beforeEach, describe, expect, it } from 'vitest';
import { dismissToast, showToast, toasts } from './toasts.ts';

const keys = () => toasts.shown.map((toast) => toast.text);

describe('toasts', () => {
  beforeEach(() => toasts.shown.forEach(({ id }) => dismissToast(id)));

  it('are three at most, the oldest is removed first', () => {
    for (const key of [
      SITES_MESSAGES['sites.fetchFailed'],
      STAGE_MESSAGES['models.fetchFailed'],
      AUTH_STEPS_MESSAGES['auth.resetSent'],
      DISCLAIMER_MESSAGES['disclaimer.failed'],
    ] as const)
      showToast(key);
    expect(keys()).toEqual([
      STAGE_MESSAGES['models.fetchFailed'],
      AUTH_STEPS_MESSAGES['auth.resetSent'],
      DISCLAIMER_MESSAGES['disclaimer.failed'],
    ]);
  });

  it('do not stack the same sentence', () => {
    showToast(SITES_MESSAGES['sites.fetchFailed']);
    const first = toasts.shown[0]!.id;
    showToast(SITES_MESSAGES['sites.fetchFailed']);
    expect(keys()).toEqual([SITES_MESSAGES['sites.fetchFailed']]);
    expect(toasts.shown[0]!.id).not.toBe(first);
  });

  it('go when dismissed', () => {
    showToast(SITES_MESSAGES['sites.fetchFailed']);
    dismissToast(toasts.shown[0]!.id);
    expect(keys()).toEqual([]);
  });
});
