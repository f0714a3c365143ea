import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { opening } from '../../../state/stage.ts';
import { classNames } from '../../../ui/class-names.ts';
import css from './tool-fields.module.css';

/** A part of the tools whose controls are all disabled while there is no model to use them on. */
export function ToolFields({ className, children }: { className: string | undefined; children: ReactNode }) {
  const { isAwaited } = useSnapshot(opening);
  return (
    <fieldset className={classNames(css.fields, className)} disabled={isAwaited}>
      {children}
    </fieldset>
  );
}
