import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { beforeEach, expect, it } from 'vitest';
import { DiscardDialog } from '../parts/form/discard-dialog.tsx';
import { useUnsaved } from '../state/leaving.ts';
import { showInPage } from '../testing/in-page.tsx';
import { useAskingHistory } from './use-asking-history.ts';

function Drawing() {
  const [points, setPoints] = useState(0);
  useUnsaved(points > 0);
  return (
    <button type="button" onClick={() => setPoints(points + 1)}>
      {points} points
    </button>
  );
}

function Page() {
  useAskingHistory();
  const [path, navigate] = useLocation();
  return (
    <>
      {path === '/mocs' ? (
        <Drawing />
      ) : (
        <button type="button" onClick={() => navigate('/mocs')}>
          Places
        </button>
      )}
      <DiscardDialog />
    </>
  );
}

/** Acts like a browser for Back: the address has already changed when the event is sent. */
const back = () => act(() => history.back());

beforeEach(() => history.replaceState(null, '', '/'));

it('Back asks once before drawn input is lost, and goes back after a confirmation', async () => {
  const { user } = showInPage(<Page />);
  await user.click(screen.getByText('Places'));
  await user.click(screen.getByText('0 points'));
  back();
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(screen.getByText('1 points')).toBeTruthy();
  expect(location.pathname).toBe('/mocs');
  back();
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(screen.getByText('Places')).toBeTruthy());
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('Back asks nothing where no input would be lost', async () => {
  const { user } = showInPage(<Page />);
  await user.click(screen.getByText('Places'));
  back();
  await waitFor(() => expect(screen.getByText('Places')).toBeTruthy());
});
