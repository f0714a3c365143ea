import { LIGHT_MESSAGES, STAGE_MESSAGES } from '@overlook/shared/messages';
import { SoftShadeChoice, SunChoice, SunShadowsChoice } from '../../../../parts/light-choices.tsx';
import labelled from '../../../../ui/field/labelled.module.css';
import { classNames } from '../../../../ui/class-names.ts';
import css from './light-panel.module.css';

/** The light on models without pictures, beside the model that it changes. */
export const LightPanel = () => (
  <div className={css.panel}>
    <p className={classNames(labelled.label, css.label)} aria-hidden>
      {STAGE_MESSAGES['stage.sun']}
    </p>
    <SunChoice />
    <p className={classNames(labelled.label, css.label)} aria-hidden>
      {STAGE_MESSAGES['stage.sunShadows']}
    </p>
    <SunShadowsChoice />
    <p className={classNames(labelled.label, css.label)} aria-hidden>
      {STAGE_MESSAGES['stage.softShadeInCorners']}
    </p>
    <SoftShadeChoice />
    <p className={css.note}>{LIGHT_MESSAGES['light.bakedHint']}</p>
  </div>
);
