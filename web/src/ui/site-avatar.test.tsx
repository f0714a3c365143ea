import { fireEvent, render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SiteAvatar } from './site-avatar.tsx';

it('shows the picture of a site, and a symbol when there is none', () => {
  const { container, rerender } = render(<SiteAvatar url="/one" />);
  const picture = container.querySelector('img')!;
  expect(picture.getAttribute('src')).toBe('/one');
  fireEvent.error(picture);
  expect(container.querySelector('img')).toBeNull();
  expect(container.querySelector('[aria-hidden] svg')).not.toBeNull();
  rerender(<SiteAvatar url="/two" />);
  expect(container.querySelector('img')!.getAttribute('src')).toBe('/two');
  rerender(<SiteAvatar url={null} />);
  expect(container.querySelector('img')).toBeNull();
});
