import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { showInPage } from '../../testing/in-page.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

it('stays open at Escape, which the page under it does not hear', async () => {
  const [left, kept] = [vi.fn(), vi.fn()];
  const { user } = showInPage(
    <div role="presentation" onKeyDown={({ defaultPrevented }) => !defaultPrevented && left()}>
      <RecoveryCodes codes={['AAAA-1111']} onClose={kept} />
    </div>,
  );
  await user.keyboard('{Escape}');
  expect(screen.getByRole('dialog', { name: 'Keep your recovery codes' })).toBeTruthy();
  expect([left.mock.calls, kept.mock.calls]).toEqual([[], []]);
  await user.click(screen.getByRole('button', { name: 'I have kept them' }));
  expect(kept).toHaveBeenCalledOnce();
});
