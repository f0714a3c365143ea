import { beforeEach, describe, expect, it } from 'vitest';
import { dismissToast, showToast, toasts } from './toasts.ts';

const keys = () => toasts.shown.map((toast) => toast.key);

describe('toasts', () => {
  beforeEach(() => toasts.shown.forEach(({ id }) => dismissToast(id)));

  it('are three at most, the oldest is removed first', () => {
    for (const key of ['sites.fetchFailed', 'models.fetchFailed', 'auth.resetSent', 'disclaimer.failed'] as const)
      showToast(key);
    expect(keys()).toEqual(['models.fetchFailed', 'auth.resetSent', 'disclaimer.failed']);
  });

  it('do not stack the same sentence', () => {
    showToast('sites.fetchFailed');
    const first = toasts.shown[0]!.id;
    showToast('sites.fetchFailed');
    expect(keys()).toEqual(['sites.fetchFailed']);
    expect(toasts.shown[0]!.id).not.toBe(first);
  });

  it('go when dismissed', () => {
    showToast('sites.fetchFailed');
    dismissToast(toasts.shown[0]!.id);
    expect(keys()).toEqual([]);
  });
});
