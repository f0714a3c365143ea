import { useEffect, useState } from 'react';
import { subscribeKey } from 'valtio/utils';
import type { ExportFormat } from '@overlook/shared/config';
import { MESSAGES } from '@overlook/shared/messages';
import type { Pointcloud } from '@overlook/shared/schemas';
import { useCountGrid } from '../../../api/exports.ts';
import { section } from '../../../state/section.ts';
import { announce } from '../../../ui/announcer.tsx';
import { type Estimate, estimateOf } from './estimate.ts';

/** From a change to its estimate, milliseconds: with the counting it stays under the 100 that people notice. */
const AFTER_MS = 40;

const READING: Estimate = { text: MESSAGES['export.estimating'], isRefused: false };
const FAILED: Estimate = { text: MESSAGES['export.estimateFailed'], isRefused: false };
const NO_BOX: Estimate = { text: MESSAGES['export.noBox'], isRefused: true };
const PLACING: Estimate = { text: MESSAGES['export.placing'], isRefused: true };

/** What an export of the box on the stage will have. While the box is dragged it follows a few times a second. */
export function useEstimate(cloud: Pointcloud, density: number, formats: readonly ExportFormat[]): Estimate {
  const grid = useCountGrid(cloud.gridUrl);
  const [estimate, setEstimate] = useState(READING);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = () => {
      timer = undefined;
      const box = section.volume?.box ?? null;
      if (!box) return setEstimate(section.isOpen ? PLACING : NO_BOX);
      if (!grid.data) return setEstimate(grid.isError ? FAILED : READING);
      const next = estimateOf(grid.data, cloud, { box, density, formats });
      setEstimate((before) => (before.text === next.text ? before : next));
    };
    const soon = () => void (timer ??= setTimeout(count, AFTER_MS));
    soon();
    const unsubscribe = subscribeKey(section, 'volume', soon);
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [cloud, density, formats, grid.data, grid.isError]);
  useEffect(() => {
    if (estimate !== READING) announce(estimate.text);
  }, [estimate]);
  return estimate;
}
