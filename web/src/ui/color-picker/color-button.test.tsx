import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { preferences, setPreference } from '../../state/preferences.ts';
import { showInPage } from '../../testing/in-page.tsx';
import { ColorButton } from './color-button.tsx';

async function open() {
  setPreference('recentColors', ['#102030']);
  let color = '#FAA21B';
  function Held() {
    const [value, setValue] = useState(color);
    color = value;
    return (
      <ColorButton label="Highlight" title="Highlight colour" value={value} resetTo="#00FF00" onChange={setValue} />
    );
  }
  const { user } = showInPage(<Held />);
  await user.click(screen.getByRole('button', { name: 'Highlight' }));
  return { user, color: () => color, picker: within(screen.getByRole('dialog', { name: 'Highlight colour' })) };
}

describe('the picker of a colour', () => {
  it('takes a hex value, and keeps it among the last used', async () => {
    const { user, color, picker } = await open();
    const hex = picker.getByRole('textbox', { name: 'Hex' });
    await user.clear(hex);
    await user.type(hex, '336699{Enter}');
    expect(color()).toBe('#336699');
    await user.click(picker.getByRole('button', { name: 'Done' }));
    expect(preferences.recentColors).toEqual(['#336699', '#102030']);
  });

  it('restores its initial colour on Escape', async () => {
    const { user, color, picker } = await open();
    await user.click(picker.getByRole('button', { name: '#102030' }));
    expect(color()).toBe('#102030');
    await user.keyboard('{Escape}');
    expect(color()).toBe('#FAA21B');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(preferences.recentColors).toEqual(['#102030']);
  });

  it('resets to the colour of the product', async () => {
    const { user, color, picker } = await open();
    await user.click(picker.getByRole('button', { name: 'Reset' }));
    expect(color()).toBe('#00FF00');
  });
});
