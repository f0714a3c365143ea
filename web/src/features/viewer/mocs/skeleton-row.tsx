import { Skeleton } from '../../../ui/status/skeleton.tsx';
import css from './mocs-card.module.css';

/** In place of two lines about a change. */
export const SkeletonRow = () => (
  <div className={css.skeletonRow}>
    <Skeleton className={css.skeletonName} />
    <Skeleton className={css.skeletonState} />
  </div>
);
