import { AREA_HEIGHT_METRES } from '@overlook/shared/config';
import type { AreaDrawing, AreaTool } from '@overlook/engine';
import { MOCS_MESSAGES } from '@overlook/shared/messages';
import { ColorField } from '../../../ui/field/color-field.tsx';
import { Slider } from '../../../ui/inputs/slider.tsx';
import { Switch } from '../../../ui/inputs/switch.tsx';
import { NumberField } from '../../../ui/number-field/number-field.tsx';
import { mocStateLook } from './moc-states.ts';
import css from './area-card.module.css';

const { least, most, step } = AREA_HEIGHT_METRES;
const RANGE = { step, decimals: 0, least, most };
const UNIT = '\u202Fm';
const MINUS = '\u2212';

const heightText = (height: number): string => `${height < 0 ? MINUS : ''}${Math.abs(height)}${UNIT}`;

interface AreaSettingsProps {
  tool: AreaTool;
  drawing: AreaDrawing;
  mocState: string;
}

/** Height, top and colour of the area that is drawn. */
export function AreaSettings({ tool, drawing, mocState }: AreaSettingsProps) {
  const height = tool.height;
  const stateColor = mocStateLook(mocState).color;
  const setHeight = (next: number) => tool.setHeight(next);
  return (
    <>
      <div>
        <span className={css.label} aria-hidden>
          {MOCS_MESSAGES['moc.height']}
        </span>
        <div className={css.slider}>
          <Slider
            label={MOCS_MESSAGES['moc.height']}
            value={height}
            least={least}
            most={most}
            step={step}
            format={heightText}
            field={
              <span className={css.number}>
                <NumberField
                  label={MOCS_MESSAGES['moc.heightInMetres']}
                  mark={null}
                  value={height}
                  range={RANGE}
                  unit={UNIT}
                  variant="compact"
                  onChange={setHeight}
                />
              </span>
            }
            onChange={setHeight}
          />
        </div>
        <div className={css.scale} aria-hidden>
          {[least, 0, most].map((value) => (
            <span key={value}>{`${value < 0 ? MINUS : ''}${Math.abs(value)}`}</span>
          ))}
        </div>
      </div>
      <div className={css.look}>
        <Switch
          label={MOCS_MESSAGES['moc.capped']}
          isOn={drawing.isCapped}
          onChange={(isCapped) => tool.setCapped(isCapped)}
        />
        <ColorField
          label={MOCS_MESSAGES['moc.colour']}
          value={drawing.color ?? stateColor}
          resetTo={stateColor}
          onChange={(color) => tool.setColor(color.toLowerCase() === stateColor ? null : color.toLowerCase())}
        />
      </div>
    </>
  );
}
