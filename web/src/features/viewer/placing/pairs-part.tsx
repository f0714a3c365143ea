import { Info, Plus, TriangleAlert, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { PlaceState, PlaceTool } from '@overlook/engine';
import { ecefFromLla, type Lla, PAIRS_LEAST } from '@overlook/shared/maths';
import { formatMessage, PLACING_MESSAGES } from '@overlook/shared/messages';
import { type SiteSystem, useSiteSystem } from '../../../parts/site-system/use-site-system.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { millimetresText } from './placed-name.ts';
import css from './placing.module.css';

/** A residual is doubted from this many times the root mean square. */
const DOUBTED = 1.5;

interface PairsPartProps {
  tool: PlaceTool;
  state: PlaceState;
}

/** Pairs of points with what remains of each after the move that they say. */
export function PairsPart({ tool, state }: PairsPartProps) {
  const { pairs, fitted, awaits } = state;
  const worst = worstOf(state);
  return (
    <section className={css.part} aria-label={PLACING_MESSAGES['placing.pairs']}>
      <div className={css.titleRow}>
        <h2 className={css.title}>{PLACING_MESSAGES['placing.pairs']}</h2>
        <span className={css.count}>
          {formatMessage(PLACING_MESSAGES['placing.pairsCount'], { count: pairs.length })}
        </span>
        <Button icon={Plus} aria-pressed={awaits !== null} onClick={() => tool.beginPair()}>
          {PLACING_MESSAGES['placing.addPair']}
        </Button>
      </div>
      {pairs.length > 0 && (
        <ul className={css.list}>
          {pairs.map((_, index) => (
            <li key={index} className={css.pair}>
              <span className={css.number} aria-hidden>
                {index + 1}
              </span>
              <span className={css.pairName}>
                {formatMessage(PLACING_MESSAGES['placing.pair'], { number: index + 1 })}
              </span>
              {fitted && (
                <span className={index === worst ? css.doubted : css.residual}>
                  {index === worst && <TriangleAlert size={14} strokeWidth={1.75} aria-hidden />}
                  {millimetresText(fitted.residualsM[index]!)}
                </span>
              )}
              <IconButton
                icon={X}
                label={formatMessage(PLACING_MESSAGES['placing.removePair'], { number: index + 1 })}
                onClick={() => tool.removePair(index)}
              />
            </li>
          ))}
          {fitted && (
            <li className={css.pair}>
              <span />
              <strong className={css.pairName}>{PLACING_MESSAGES['placing.rms']}</strong>
              <strong className={css.residual}>{millimetresText(fitted.rmsM)}</strong>
            </li>
          )}
        </ul>
      )}
      {awaits === 'target' && <TypedTarget tool={tool} />}
      <p className={css.hint} role="status">
        <Info size={14} strokeWidth={1.75} aria-hidden />
        {hintOf(state, worst)}
      </p>
    </section>
  );
}

/** The pair that fits worst, where it is so much worse than the others; null for none. */
function worstOf({ fitted }: PlaceState): number | null {
  if (!fitted) return null;
  const most = Math.max(...fitted.residualsM);
  return most > DOUBTED * fitted.rmsM ? fitted.residualsM.indexOf(most) : null;
}

function hintOf({ pairs, fitted, awaits }: PlaceState, worst: number | null): string {
  if (awaits === 'draft') return PLACING_MESSAGES['placing.pickDraft'];
  if (awaits === 'target') return PLACING_MESSAGES['placing.pickTarget'];
  if (worst !== null) return formatMessage(PLACING_MESSAGES['placing.worst'], { number: worst + 1 });
  if (fitted) return PLACING_MESSAGES['placing.afterMove'];
  if (pairs.length === 0) return PLACING_MESSAGES['placing.noPairs'];
  if (pairs.length < PAIRS_LEAST)
    return formatMessage(PLACING_MESSAGES['placing.tooFew'], { count: PAIRS_LEAST - pairs.length });
  return PLACING_MESSAGES['placing.onLine'];
}

/** Three typed numbers as a place: degrees and height, or easting, northing and height in the site's system; null for none. */
function typedPlace(text: string, system: SiteSystem | null): Lla | null {
  const numbers = text.split(/[\s;]+|,\s+/).map(Number);
  const [x, y, height] = numbers;
  if (numbers.length !== 3 || !numbers.every(Number.isFinite)) return null;
  if (Math.abs(x!) <= 180 && Math.abs(y!) <= 90) return { longitude: x!, latitude: y!, height: height! };
  try {
    return system && system.toLla(x!, y!, height!);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The second point of a pair by its coordinates. */
function TypedTarget({ tool }: { tool: PlaceTool }) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const { system } = useSiteSystem();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const place = typedPlace(text, system);
    if (!place) return setError(PLACING_MESSAGES['placing.typedUnread']);
    tool.completePair(ecefFromLla(place));
  };
  return (
    <form onSubmit={submit} className={css.typed} noValidate>
      <TextField
        label={
          system
            ? formatMessage(PLACING_MESSAGES['placing.typeInSystem'], { system: system.name })
            : PLACING_MESSAGES['placing.typeLonLat']
        }
        size="m"
        placeholder="138.493214 -35.078901 31.42"
        maxLength={100}
        value={text}
        error={error}
        onChange={(value) => {
          setText(value);
          setError(null);
        }}
      />
      <Button type="submit">{PLACING_MESSAGES['placing.useTyped']}</Button>
    </form>
  );
}
