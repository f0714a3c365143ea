import { useQuery } from '@tanstack/react-query';
import { numberText } from '@overlook/shared/format';
import { formatMessage, UPLOAD_PAGE_MESSAGES } from '@overlook/shared/messages';
import type { PointFacts } from '../recognise/point-facts.ts';
import { pointsPlace, type PointsPlace } from '../recognise/points-place.ts';
import { PlaceMap } from './place-map.tsx';
import type { PlanOptions } from './plan-options.ts';
import css from './plan.module.css';

interface PointsPlaceTextProps {
  points: PointFacts;
  values: Pick<PlanOptions, 'crs' | 'altitudes'>;
  /** For files that state none. */
  siteSystem: string | null;
}

/** Where the points will lie, and by how much their heights move: what a person compares with what they know of the site. */
export function PointsPlaceText({ points, values, siteSystem }: PointsPlaceTextProps) {
  const { altitudes } = values;
  const crs = values.crs.trim() || (points.stated === 0 ? (siteSystem ?? '') : '');
  const { data: place = null } = useQuery({
    queryKey: ['pointsPlace', points.bounds, points.systems, crs, altitudes],
    queryFn: () =>
      pointsPlace(points, {
        crs: crs === '' ? undefined : crs,
        altitudes: altitudes === 'stated' ? undefined : altitudes,
      }),
    staleTime: Infinity,
    retry: false,
  });
  if (!place) return null;
  return (
    <div>
      <p className={place.at ? css.said : css.reason} role="status">
        {placeText(place)}
      </p>
      {place.notes.map((note) => (
        <p key={note} className={css.hint}>
          {note}
        </p>
      ))}
      {place.at && <PlaceMap label={UPLOAD_PAGE_MESSAGES['uploadPage.mapOfPlace']} at={place.at} />}
    </div>
  );
}

/** Ten metres. */
const DEGREE_DECIMALS = 4;

function placeText({ system, at, seaM, surface, heights }: PointsPlace): string {
  if (!at) return formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.liesOutside'], { system });
  const lies = formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.liesAt'], {
    system,
    longitude: numberText(at.longitude, DEGREE_DECIMALS),
    latitude: numberText(at.latitude, DEGREE_DECIMALS),
  });
  const words = { metres: numberText(Math.abs(seaM), 2), way: seaM < 0 ? 'down' : 'up', surface };
  const moved =
    heights === 'orthometric'
      ? formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.movesFromSea'], words)
      : formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.staysOnEllipsoid'], words);
  return `${lies} ${moved}`;
}
