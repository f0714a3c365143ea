import type { ReactNode } from 'react';
import { COMMON_MESSAGES } from '@overlook/shared/messages';
import css from './facts.module.css';

interface FactRow {
  /** Where names may repeat. */
  key?: string;
  name: string;
  value: ReactNode;
}

/** Names and their values, a line each. */
export function Facts({ rows }: { rows: readonly FactRow[] }) {
  return (
    <dl className={css.facts}>
      {rows.map(({ key, name, value }) => (
        <div key={key ?? name} className={css.fact}>
          <dt className={css.name}>{name}</dt>
          <dd className={css.value}>{value || COMMON_MESSAGES['common.none']}</dd>
        </div>
      ))}
    </dl>
  );
}
