import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ProfilePoint } from '@overlook/engine';
import { watchPlotGestures } from './plot-gestures.ts';
import { type PlotInput, SectionPlot } from './section-plot.ts';

interface SectionPlotHandlers {
  /** The pointer is at a point of the section; null when it leaves. */
  onPoint: (point: ProfilePoint | null) => void;
  /** A point of the section was clicked. */
  onPick: (point: ProfilePoint, plot: SectionPlot) => void;
  onDoubleClick: (plot: SectionPlot) => void;
}

/** A plot on the canvases of the caller, of the size of the element around them, and with its gestures. */
export function useSectionPlot(input: PlotInput, { onPoint, onPick, onDoubleClick }: SectionPlotHandlers) {
  const element = useRef<HTMLDivElement>(null);
  const axes = useRef<HTMLCanvasElement>(null);
  const points = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<HTMLCanvasElement>(null);
  const [plot, setPlot] = useState<SectionPlot | null>(null);
  const hover = useEffectEvent((of: SectionPlot, at: readonly [number, number] | null) => {
    const point = at && of.pointAt(at);
    of.setPointer(point);
    onPoint(point);
  });
  const click = useEffectEvent((of: SectionPlot, at: readonly [number, number]) => {
    const point = of.pointAt(at);
    if (point) onPick(point, of);
  });
  const doubleClick = useEffectEvent((of: SectionPlot) => onDoubleClick(of));
  useEffect(() => {
    const made = new SectionPlot(axes.current!, points.current!, overlay.current!);
    setPlot(made);
    const sizing = new ResizeObserver(([entry]) => {
      if (entry) made.resize(entry.contentRect.width, entry.contentRect.height);
    });
    sizing.observe(element.current!);
    const end = watchPlotGestures(element.current!, made, {
      onHover: (at) => hover(made, at),
      onClick: (at) => click(made, at),
      onDoubleClick: () => doubleClick(made),
    });
    return () => {
      end();
      sizing.disconnect();
      made.destroy();
    };
  }, []);
  useEffect(() => plot?.update(input), [plot, input]);
  return { element, axes, points, overlay, plot };
}
