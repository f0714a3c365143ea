import { useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio';
import { areaText, volumeText } from '@overlook/shared/format';
import { CAD_MESSAGES, formatMessage } from '@overlook/shared/messages';
import type { CadMeasured } from '@overlook/shared/schemas';
import { failureOf, sentenceOf } from '../../../../api/failure.ts';
import { procedures } from '../../../../api/queries.ts';
import { cadSite } from '../../../../state/cad-capture.ts';
import { preferences } from '../../../../state/preferences.ts';
import { Skeleton, SkeletonList } from '../../../../ui/status/skeleton.tsx';
import css from './item-details.module.css';

const skeletonLine = () => <Skeleton className={css.line} />;

/** Surface and volume of an object with all below it, from the server. */
export function MeasuredObject({ siteId, itemId }: { siteId: number; itemId: number }) {
  const answer = useQuery(
    procedures.cad.measure.queryOptions({ ...cadSite(siteId), itemIds: [itemId] }, { retry: false }),
  );
  return (
    <section aria-label={CAD_MESSAGES['cad.measured']} aria-busy={answer.isPending}>
      <h3 className={css.group}>{CAD_MESSAGES['cad.measured']}</h3>
      {answer.isPending && <SkeletonList label={CAD_MESSAGES['cad.measuring']} count={2} row={skeletonLine} />}
      {answer.isError && (
        <p className={css.none} role="alert">
          {CAD_MESSAGES['cad.measureFailed']}. {sentenceOf(failureOf(answer.error))}
        </p>
      )}
      {answer.data && <Measured measured={answer.data} />}
    </section>
  );
}

function Measured({ measured: { triangles, areaM2, volumeM3, closed, open } }: { measured: CadMeasured }) {
  const { units } = useSnapshot(preferences);
  if (triangles === 0) return <p className={css.none}>{CAD_MESSAGES['cad.noTriangles']}</p>;
  const of = formatMessage(CAD_MESSAGES['cad.volumeClosed'], { count: closed });
  const volume = closed === 0 ? CAD_MESSAGES['cad.notClosed'] : `${volumeText(volumeM3, units)} ${open > 0 ? of : ''}`;
  const rows = [
    [CAD_MESSAGES['cad.surface'], areaText(areaM2, units)],
    [CAD_MESSAGES['cad.volume'], volume.trim()],
  ] as const;
  return (
    <>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name} className={css.row}>
            <dt className={css.property}>{name}</dt>
            <dd className={css.value}>{value}</dd>
          </div>
        ))}
      </dl>
      {closed > 0 && open > 0 && (
        <p className={css.none}>{formatMessage(CAD_MESSAGES['cad.someOpen'], { count: open })}</p>
      )}
    </>
  );
}
