import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { numberText, withUnit } from '@overlook/shared/format';
import { utmFromLla } from '@overlook/shared/maths';
import { formatMessage, LEVELS_MESSAGES } from '@overlook/shared/messages';
import type { StagePartProps } from '../../../parts/feature.ts';
import { useShownProjection } from '../../../parts/site-system/use-shown-projection.ts';
import { preferences } from '../../../state/preferences.ts';
import { type GridCoordinates, type GridLine, type PlanGrid as Grid, planGrid } from './grid-lines.ts';
import css from './plan-grid.module.css';

const SVG = 'http://www.w3.org/2000/svg';
/** CSS pixels between the edge of the view and a figure: above it is under the layers of the screen. */
const TOP_INSET_PX = 58;
const LEFT_INSET_PX = 6;
/** A figure nearer to a corner than this would lie over those of the other edge. */
const CORNER_PX = 88;

/** Lines of equal coordinates over the plan, in the coordinates of the footer. Written without renders. */
export function PlanGrid(props: StagePartProps) {
  const { isPlanGridShown } = useSnapshot(preferences);
  return isPlanGridShown && <GridLines {...props} />;
}

function GridLines({ stage, shown }: StagePartProps) {
  const svg = useRef<SVGSVGElement>(null);
  const coordinates = useGridCoordinates();
  const groundM = shown?.site.data.meta.origin?.height ?? 0;
  useEffect(() => {
    const draw = () => {
      const { width, height } = stage.size();
      write(svg, planGrid(stage.pose(), [width, height], groundM, coordinates), coordinates.isDegrees);
    };
    draw();
    const undo = [stage.on('pose', draw), stage.on('drawn', draw)];
    return () => undo.forEach((step) => step());
  }, [stage, groundM, coordinates]);
  return (
    <svg ref={svg} className={css.grid} role="img">
      <path />
      <g />
    </svg>
  );
}

/** The coordinates of the footer. */
function useGridCoordinates(): GridCoordinates {
  const { shown, system } = useShownProjection();
  return useMemo(() => {
    if (shown === 'wgs84') return { isDegrees: true, fromLla: ({ longitude, latitude }) => [longitude, latitude] };
    if (shown === 'utm') return utmCoordinates();
    return {
      isDegrees: false,
      fromLla(lla) {
        try {
          return system!.fromLla(lla);
        } catch (error) {
          if (error instanceof RangeError) return null;
          throw error;
        }
      },
    };
  }, [shown, system]);
}

/** In the zone of the first point: a plan at the border of two zones has one grid. */
function utmCoordinates(): GridCoordinates {
  let zone: ReturnType<typeof utmFromLla> | undefined;
  return {
    isDegrees: false,
    fromLla(lla) {
      zone ??= utmFromLla(lla);
      const { easting, northing } = utmFromLla(lla, zone);
      return [easting, northing];
    },
  };
}

function write(ref: RefObject<SVGSVGElement | null>, grid: Grid | null, isDegrees: boolean): void {
  const svg = ref.current;
  if (!svg) return;
  const lines = grid?.lines ?? [];
  const path = lines
    .map(({ ends }) => `M${ends.map((end) => end.map((px) => px.toFixed(1)).join()).join('L')}`)
    .join('');
  const [drawn, figures] = [svg.querySelector('path')!, svg.querySelector('g')!];
  // A frame that has moved nothing writes nothing.
  if (drawn.getAttribute('d') === path) return;
  drawn.setAttribute('d', path);
  figures.replaceChildren(...lines.filter(hasRoom).map(figureOf));
  const step = grid && (isDegrees ? `${numberText(grid.step, 6)}°` : withUnit(numberText(grid.step, 2), 'm'));
  if (step) svg.setAttribute('aria-label', formatMessage(LEVELS_MESSAGES['levels.gridOf'], { step }));
  svg.setAttribute('aria-hidden', String(!step));
}

const hasRoom = ({ ends: [[x, y]], label }: GridLine): boolean => (label === 'top' ? x : y) > CORNER_PX;

function figureOf({ ends: [[x, y]], label, text }: GridLine): SVGTextElement {
  const figure = document.createElementNS(SVG, 'text');
  const isTop = label === 'top';
  figure.setAttribute('x', (isTop ? x : x + LEFT_INSET_PX).toFixed(1));
  figure.setAttribute('y', (isTop ? y + TOP_INSET_PX : y).toFixed(1));
  figure.setAttribute('data-edge', label);
  figure.textContent = text;
  return figure;
}
