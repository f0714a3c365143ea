import type { ReactNode } from 'react';
import css from './facts.module.css';

/** Names and their values, a line each. */
export function Facts({ rows }: { rows: readonly { name: string; value: ReactNode }[] }) {
  return (
    <dl className={css.facts}>
      {rows.map(({ name, value }) => (
        <div key={name} className={css.fact}>
          <dt className={css.name}>{name}</dt>
          <dd className={css.value}>{value || 'None'}</dd>
        </div>
      ))}
    </dl>
  );
}
