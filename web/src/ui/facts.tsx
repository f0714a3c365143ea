import type { ReactNode } from 'react';
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
          <dd className={css.value}>{value || 'None'}</dd>
        </div>
      ))}
    </dl>
  );
}
