import { useEffect, useMemo, useState } from 'react';
import { subscribeKey } from 'valtio/utils';
import { layerNotHeldText, EXPORTS_MESSAGES } from '@overlook/shared/messages';
import { useCountGrid, useMeshIndex } from '../../../api/exports.ts';
import type { SectionBox } from '@overlook/engine';
import { section } from '../../../state/section.ts';
import { announce } from '../../../ui/announcer.tsx';
import { type Estimate, estimateOf, estimateOfDrawing, estimateOfLayer } from './estimate.ts';
import { densityOf, type ExportSources, type ExportValues } from './export-values.ts';

/** From a change to its estimate, milliseconds: with the counting it stays under the 100 that people notice. */
const AFTER_MS = 40;

const READING: Estimate = { text: EXPORTS_MESSAGES['export.estimating'], isRefused: false };
const READING_LAYER: Estimate = { text: EXPORTS_MESSAGES['export.estimatingTriangles'], isRefused: false };
const FAILED: Estimate = { text: EXPORTS_MESSAGES['export.estimateFailed'], isRefused: false };
const NO_BOX: Estimate = { text: EXPORTS_MESSAGES['export.noBox'], isRefused: true };
const PLACING: Estimate = { text: EXPORTS_MESSAGES['export.placing'], isRefused: true, isAwaited: true };

/** The content of a box, or a general text until it is known. */
type Count = ((box: SectionBox) => Estimate) | Estimate;

/**
 * The estimated size of an export of the box on the stage. While the box is dragged it follows a few times a second.
 */
export function useEstimate(sources: ExportSources, values: ExportValues): Estimate {
  const ofPoints = usePointCount(sources, values);
  const ofTriangles = useTriangleCount(sources, values);
  return useBoxEstimate(values.modeltypeId === null ? ofPoints : ofTriangles);
}

function usePointCount({ cloud }: ExportSources, values: ExportValues): Count {
  const { formats, modeltypeId } = values;
  const { data, isError } = useCountGrid(modeltypeId === null && cloud ? cloud.gridUrl : null);
  const density = cloud && densityOf(values, cloud);
  return useMemo(() => {
    if (!data || !cloud || density === null) return isError ? FAILED : READING;
    return (box) => estimateOf(data, cloud, { box, density, formats });
  }, [cloud, density, formats, data, isError]);
}

function useTriangleCount({ layers }: ExportSources, values: ExportValues): Count {
  const { modeltypeId, isDrawing, drawing, drawingFormats } = values;
  const layer = layers.find((one) => one.modeltypeId === modeltypeId) ?? null;
  const { data, isError } = useMeshIndex(layer?.indexUrl ?? null);
  return useMemo(() => {
    if (layer?.indexUrl === null) return { text: layerNotHeldText(layer.modeltypeId), isRefused: true };
    if (!data || !layer) return isError ? FAILED : READING_LAYER;
    if (isDrawing) return (box) => estimateOfDrawing(data, { drawing, drawingFormats, modeltypeId }, box);
    return (box) => estimateOfLayer(data, layer, box);
  }, [layer, data, isError, isDrawing, drawing, drawingFormats, modeltypeId]);
}

function useBoxEstimate(count: Count): Estimate {
  const [estimate, setEstimate] = useState(READING);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      timer = undefined;
      const box = section.volume?.box ?? null;
      if (!box) return setEstimate(section.isOpen ? PLACING : NO_BOX);
      const next = typeof count === 'function' ? count(box) : count;
      setEstimate((before) => (before.text === next.text ? before : next));
    };
    const soon = () => void (timer ??= setTimeout(look, AFTER_MS));
    soon();
    const unsubscribe = subscribeKey(section, 'volume', soon);
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [count]);
  useEffect(() => {
    if (estimate !== READING && estimate !== READING_LAYER) announce(estimate.text);
  }, [estimate]);
  return estimate;
}
