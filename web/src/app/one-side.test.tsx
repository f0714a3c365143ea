import { act } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { cad, closeTree, openTree } from '../state/cad.ts';
import { showInPage } from '../testing/in-page.tsx';
import { useOneSide } from './one-side.ts';

function Sides({ isPanelOpen, onClose }: { isPanelOpen: boolean; onClose: () => void }) {
  useOneSide(isPanelOpen, false, onClose);
  return null;
}

/** Widths of the style sheets that leave no room for the stage. */
function narrowPage() {
  return vi.spyOn(globalThis, 'getComputedStyle').mockReturnValue({
    getPropertyValue: () => '600px',
  } as unknown as CSSStyleDeclaration);
}

afterEach(() => {
  act(closeTree);
  vi.restoreAllMocks();
});

it('no style is computed while panel and tree are not both open', () => {
  const styles = narrowPage();
  const { show } = showInPage(<Sides isPanelOpen={false} onClose={() => undefined} />);
  show(<Sides isPanelOpen onClose={() => undefined} />);
  expect(styles).not.toHaveBeenCalled();
});

it('opening one closes the other where both would leave too little room for the stage', async () => {
  narrowPage();
  const close = vi.fn();
  const { show } = showInPage(<Sides isPanelOpen onClose={close} />);
  await act(async () => openTree());
  expect(close).toHaveBeenCalledOnce();
  show(<Sides isPanelOpen={false} onClose={close} />);
  show(<Sides isPanelOpen onClose={close} />);
  expect(cad.isTreeOpen).toBe(false);
});
