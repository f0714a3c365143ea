import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { showInPage } from '../../testing/in-page.tsx';
import { NumberField } from './number-field.tsx';
import type { NumberRange } from './number-step.ts';

const SIZE: NumberRange = { step: 0.25, decimals: 2, least: 0.05 };

function show(first: number, range = SIZE, unit = '\u202Fm') {
  const onChange = vi.fn();
  function Held() {
    const [value, setValue] = useState(first);
    const change = (next: number) => {
      onChange(next);
      setValue(next);
    };
    return <NumberField label="Size east" mark="E" value={value} range={range} unit={unit} onChange={change} />;
  }
  const { user } = showInPage(<Held />);
  const field = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Size east' });
  return { user, onChange, field };
}

describe('a number field', () => {
  it('announces its value with its unit', () => {
    const { field } = show(2.5);
    expect(field.value).toBe('2.50');
    expect(field.getAttribute('aria-valuetext')).toBe('2.50\u202Fm');
    expect(field.getAttribute('aria-valuemin')).toBe('0.05');
  });

  it.each([
    ['{ArrowUp}', 2.75],
    ['{ArrowDown}', 2.25],
    ['{PageUp}', 5],
    ['{Shift>}{ArrowUp}{/Shift}', 5],
    ['{Alt>}{ArrowUp}{/Alt}', 2.525],
    ['{Shift>}{ArrowDown}{/Shift}', 0.05],
  ])('steps by %s to %d', async (keys, next) => {
    const { user, onChange, field } = show(2.5);
    await user.click(field);
    await user.keyboard(keys);
    expect(onChange).toHaveBeenLastCalledWith(next);
  });

  it('wraps around after a full turn', async () => {
    const { user, onChange, field } = show(350, { step: 10, decimals: 0, turn: 360 }, '°');
    await user.click(field);
    await user.keyboard('{ArrowUp}{ArrowDown}');
    expect(onChange.mock.calls).toEqual([[0], [350]]);
  });

  it.each(['3,5', '3.5', ' 3.5 m'])('takes "%s" on Enter', async (text) => {
    const { user, onChange, field } = show(2.5);
    await user.clear(field);
    await user.type(field, `${text}{Enter}`);
    expect(onChange).toHaveBeenLastCalledWith(3.5);
    expect(field.value).toBe('3.50');
  });

  it('accepts a typed number when it is left, and ignores other texts', async () => {
    const { user, onChange, field } = show(2.5);
    await user.clear(field);
    await user.type(field, '4');
    expect(onChange).not.toHaveBeenCalled();
    await user.tab();
    expect(onChange).toHaveBeenLastCalledWith(4);
    await user.clear(field);
    await user.type(field, 'wide{Enter}');
    expect(field.value).toBe('4.00');
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it('discards the typed text on Escape', async () => {
    const { user, onChange, field } = show(2.5);
    await user.type(field, '9{Escape}');
    expect(field.value).toBe('2.50');
    expect(onChange).not.toHaveBeenCalled();
  });

  it('announces its limit, and offers no step beyond it', async () => {
    const { user, onChange, field } = show(0.05);
    expect(document.getElementById(field.getAttribute('aria-describedby')!)?.textContent).toBe('Least 0.05\u202Fm');
    expect(screen.getByRole('button', { name: 'Size east: less' })).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('button', { name: 'Size east: more' }));
    expect(onChange).toHaveBeenLastCalledWith(0.3);
  });

  it('steps with the wheel only while it has the focus', async () => {
    const { user, onChange, field } = show(2.5);
    fireEvent.wheel(field, { deltaY: -50 });
    expect(onChange).not.toHaveBeenCalled();
    await user.click(field);
    fireEvent.wheel(field, { deltaY: -50 });
    expect(onChange).toHaveBeenLastCalledWith(2.75);
  });
});
