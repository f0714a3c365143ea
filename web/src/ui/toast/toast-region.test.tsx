import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TOAST_LIFE_MS } from '@overlook/shared/config';
import { ADMIN_MESSAGES } from '@overlook/shared/messages';
import { showToast } from '../../state/toasts.ts';
import { showInPage } from '../../testing/in-page.tsx';
import { ToastRegion } from './toast-region.tsx';

const SAVED = ADMIN_MESSAGES['user.saved'];
const FAILED = ADMIN_MESSAGES['user.saveFailed'];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (delayMs: number) => act(() => vi.advanceTimersByTimeAsync(delayMs));
const tell = (...toast: Parameters<typeof showToast>) =>
  act(async () => {
    showToast(...toast);
    await Promise.resolve();
  });

describe('notifications', () => {
  it('are announced politely, a failure immediately, and are removed after their time', async () => {
    showInPage(<ToastRegion />);
    await tell(ADMIN_MESSAGES['user.saved'], 'success');
    await tell(ADMIN_MESSAGES['user.saveFailed'], 'error');
    expect(screen.getByRole('status').textContent).toContain(SAVED);
    expect(screen.getByRole('alert').textContent).toContain(FAILED);
    await pass(TOAST_LIFE_MS - 1);
    expect(screen.queryByText(SAVED)).not.toBeNull();
    await pass(2);
    expect(screen.queryByText(SAVED)).toBeNull();
  });

  it('remain while the pointer is over them', async () => {
    showInPage(<ToastRegion />);
    await tell(ADMIN_MESSAGES['user.saved']);
    fireEvent.pointerEnter(screen.getByRole('region', { name: 'Notifications' }));
    await pass(2 * TOAST_LIFE_MS);
    expect(screen.queryByText(SAVED)).not.toBeNull();
    fireEvent.pointerLeave(screen.getByRole('region', { name: 'Notifications' }));
    await pass(TOAST_LIFE_MS);
    expect(screen.queryByText(SAVED)).toBeNull();
  });

  it('offer to try again, for longer', async () => {
    showInPage(<ToastRegion />);
    const retry = vi.fn();
    await tell(ADMIN_MESSAGES['user.saveFailed'], 'error', retry);
    await pass(2 * TOAST_LIFE_MS);
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await pass(0);
    expect([retry.mock.calls.length, screen.queryByText(FAILED)]).toEqual([1, null]);
  });

  it('are dismissed one by one', async () => {
    showInPage(<ToastRegion />);
    await tell(ADMIN_MESSAGES['user.saved']);
    await tell(ADMIN_MESSAGES['user.saveFailed'], 'error');
    fireEvent.click(screen.getAllByRole('button', { name: 'Dismiss' })[0]!);
    await pass(0);
    expect(screen.queryByText(SAVED)).toBeNull();
    expect(screen.queryByText(FAILED)).not.toBeNull();
  });
});
