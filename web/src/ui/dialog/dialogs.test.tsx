import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { showInPage } from '../../testing/in-page.tsx';
import { AlertDialog } from './alert-dialog.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

function Deleting({ onConfirm, isBusy = false }: { onConfirm?: () => void; isBusy?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Delete
      </button>
      {isOpen && (
        <ConfirmDialog
          title="Delete team"
          text="Delete this team?"
          verb="Delete team"
          isBusy={isBusy}
          onConfirm={onConfirm ?? (() => undefined)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

const opener = () => screen.getByText('Delete');
const dialog = () => screen.queryByRole('alertdialog', { name: 'Delete team' });

describe('a question before something is done', () => {
  it('opens with the focus on the safe button and gives it back to where it was', async () => {
    const { user } = showInPage(<Deleting />);
    await user.click(opener());
    expect(dialog()).not.toBeNull();
    expect(screen.getByRole('button', { name: 'Cancel' })).toBe(document.activeElement);
    await user.keyboard('{Enter}');
    expect(dialog()).toBeNull();
    await waitFor(() => expect(opener()).toBe(document.activeElement));
  });

  it('is answered with no by Escape', async () => {
    const onConfirm = vi.fn();
    const { user } = showInPage(<Deleting onConfirm={onConfirm} />);
    await user.click(opener());
    await user.keyboard('{Escape}');
    expect(dialog()).toBeNull();
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it('keeps Tab inside', async () => {
    const onConfirm = vi.fn();
    const { user } = showInPage(<Deleting onConfirm={onConfirm} />);
    await user.click(opener());
    for (let presses = 0; presses < 3; presses++) {
      await user.tab();
      expect(dialog()?.contains(document.activeElement)).toBe(true);
    }
    await user.click(screen.getByRole('button', { name: 'Delete team' }));
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  it('cannot be left while it is being done', async () => {
    const { user } = showInPage(<Deleting isBusy />);
    await user.click(opener());
    await user.keyboard('{Escape}');
    expect(dialog()).not.toBeNull();
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true);
  });
});

it('an alert is named by its title and closed by its button', async () => {
  const onClose = vi.fn();
  const { user } = showInPage(<AlertDialog title="No such layer" text="This site has Textured." onClose={onClose} />);
  expect(screen.getByRole('alertdialog', { name: 'No such layer' }).textContent).toContain('This site has Textured.');
  await user.click(screen.getByRole('button', { name: 'OK' }));
  expect(onClose).toHaveBeenCalledOnce();
});
