import { waitFor } from '@testing-library/react';
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { distance, llaFromEcef, ecefFromLla } from '@overlook/shared/maths';
import type { CadItem } from '@overlook/shared/schemas';
import { cad, resetCad, select } from '../../../state/cad.ts';
import { answerCalls, showInPage } from '../../../testing/in-page.tsx';
import { WAIT } from '@overlook/engine/testing/wait';
import { selectionLabel } from './selection-label.ts';
import { useSelectionLabel } from './use-selection-label.ts';

const [x, y, z] = ecefFromLla({ longitude: 138.49, latitude: -35.08, height: 40 });
const POSITION = { center: { x, y, z }, dimensions: { x: 6, y: 8, z: 20 } };
const LONG = 'Feed effluent exchanger of the second train, south side';

const ITEMS: Readonly<Record<number, Partial<CadItem>>> = {
  1: { name: 'Tank T-101', position: POSITION },
  2: { name: LONG, position: POSITION },
  3: { name: 'Area 100', position: null },
};

function Label() {
  useSelectionLabel(7);
  return null;
}

function show() {
  answerCalls({ 'cad.item': ({ itemId }: { itemId: number }) => ({ item: { id: itemId, ...ITEMS[itemId] } }) });
  return showInPage(<Label />);
}

const selectItems = (...ids: number[]) => act(() => select(ids.map((id) => ({ id, features: [id, id] }))));
const texts = () => selectionLabel.marks().map((mark) => (mark.kind === 'label' ? mark.text : mark.kind));

beforeEach(() => resetCad());

describe('the name over the selected object', () => {
  it('is that of the object selected last, in the middle of its highest face', async () => {
    show();
    selectItems(2, 1);
    await waitFor(() => expect(texts()).toEqual(['Tank T-101']), WAIT);
    const top = cad.label!.pointEcef;
    expect(llaFromEcef([...top]).height).toBeCloseTo(50, 6);
    expect(distance([x, y, z], top)).toBeCloseTo(10, 6);
  });

  it('is cut after 48 letters', async () => {
    show();
    selectItems(2);
    await waitFor(() => expect(texts()).toEqual([`${LONG.slice(0, 48)}…`]), WAIT);
  });

  it('is removed with the selection, for an object without a place, and when the panel closes', async () => {
    const page = show();
    selectItems(1);
    await waitFor(() => expect(texts()).toHaveLength(1), WAIT);
    selectItems(3);
    await waitFor(() => expect(texts()).toEqual([]), WAIT);
    selectItems(1);
    await waitFor(() => expect(texts()).toHaveLength(1), WAIT);
    selectItems();
    await waitFor(() => expect(texts()).toEqual([]), WAIT);
    selectItems(1);
    await waitFor(() => expect(texts()).toHaveLength(1), WAIT);
    page.show(null);
    await waitFor(() => expect(texts()).toEqual([]), WAIT);
  });

  it('notifies its listeners of each change, until they unsubscribe', async () => {
    const heard = vi.fn<() => void>();
    const stop = selectionLabel.subscribe(heard);
    show();
    selectItems(1);
    await waitFor(() => expect(heard).toHaveBeenCalledTimes(1), WAIT);
    stop();
    selectItems();
    await waitFor(() => expect(texts()).toEqual([]), WAIT);
    expect(heard).toHaveBeenCalledTimes(1);
  });
});
