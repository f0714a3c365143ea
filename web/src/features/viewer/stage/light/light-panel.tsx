import { LIGHT_MESSAGES } from '@overlook/shared/messages';
import { SoftShadeChoice, SunChoice, SunShadowsChoice } from '../../../../parts/light-choices.tsx';
import labelled from '../../../../ui/field/labelled.module.css';
import { classNames } from '../../../../ui/class-names.ts';
import css from './light-panel.module.css';

/** The light on models without pictures, beside the model that it changes. */
export const LightPanel = () => (
  <div className={css.panel}>
    <p className={classNames(labelled.label, css.label)} aria-hidden>
      Sun
    </p>
    <SunChoice />
    <p className={classNames(labelled.label, css.label)} aria-hidden>
      Sun shadows
    </p>
    <SunShadowsChoice />
    <p className={classNames(labelled.label, css.label)} aria-hidden>
      Soft shade in corners
    </p>
    <SoftShadeChoice />
    <p className={css.note}>{LIGHT_MESSAGES['light.bakedHint']}</p>
  </div>
);
