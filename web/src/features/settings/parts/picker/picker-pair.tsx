import type { ReactNode } from 'react';
import css from './member-picker.module.css';

/** Two pickers side by side where there is room. */
export function PickerPair({ children }: { children: ReactNode }) {
  return <div className={css.pair}>{children}</div>;
}
