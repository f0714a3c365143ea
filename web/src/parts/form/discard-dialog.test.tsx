import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { leave, useUnsaved } from '../../state/leaving.ts';
import { showInPage } from '../../testing/in-page.tsx';
import { DiscardDialog } from './discard-dialog.tsx';

function Page({ isUnsaved, go }: { isUnsaved: boolean; go: () => void }) {
  useUnsaved(isUnsaved);
  return (
    <>
      <button type="button" onClick={() => leave(go)}>
        Back
      </button>
      <DiscardDialog />
    </>
  );
}

const back = () => screen.getByText('Back');
const question = () => screen.queryByRole('alertdialog', { name: 'Discard changes' });

it('a page without unsaved input is left immediately', async () => {
  const go = vi.fn();
  const { user } = showInPage(<Page isUnsaved={false} go={go} />);
  await user.click(back());
  expect(go).toHaveBeenCalledOnce();
  expect(question()).toBeNull();
});

it.each(['{Escape}', '{Enter}'])('unsaved input is kept by %s', async (key) => {
  const go = vi.fn();
  const { user } = showInPage(<Page isUnsaved go={go} />);
  await user.click(back());
  expect(screen.getByRole('button', { name: 'Keep editing' })).toBe(document.activeElement);
  await user.keyboard(key);
  expect(question()).toBeNull();
  expect(go).not.toHaveBeenCalled();
});

it('unsaved input is discarded when that is confirmed', async () => {
  const go = vi.fn();
  const { user } = showInPage(<Page isUnsaved go={go} />);
  await user.click(back());
  await user.click(screen.getByRole('button', { name: 'Discard changes' }));
  expect(go).toHaveBeenCalledOnce();
  expect(question()).toBeNull();
});

it('the browser asks before it closes a window with unsaved input', () => {
  const { show } = showInPage(<Page isUnsaved go={() => undefined} />);
  const closing = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(closing()).toBe(true);
  show(<Page isUnsaved={false} go={() => undefined} />);
  expect(closing()).toBe(false);
});
