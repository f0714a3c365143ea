const SVG = 'http://www.w3.org/2000/svg';
const TICKS_DEG = Array.from({ length: 23 }, (_, index) => (index + 1) * 15);

function shape(tag: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** Returns the drawing of the compass, 52 units wide as in the product, and a function that turns it to a heading in degrees. */
export function compassRose(): { drawing: SVGElement; turn: (headingDeg: number) => void } {
  const letter = shape('text', { x: '26', y: '11.6', 'text-anchor': 'middle', class: 'letter' });
  letter.textContent = 'N';
  const rose = shape('g', {});
  rose.append(
    ...TICKS_DEG.map((deg) => {
      const isQuarter = deg % 90 === 0;
      const look = { d: isQuarter ? 'M26 4v4' : 'M26 4v2.5', class: isQuarter ? 'quarter' : 'tick' };
      return shape('path', { ...look, transform: `rotate(${deg} 26 26)` });
    }),
    letter,
    shape('path', { d: 'M26 14 29.4 26h-6.8z', class: 'north' }),
    shape('path', { d: 'M26 38 29.4 26h-6.8z', class: 'south' }),
  );
  const drawing = shape('svg', { viewBox: '0 0 52 52', 'aria-hidden': 'true' });
  drawing.append(rose);
  return { drawing, turn: (deg) => rose.setAttribute('transform', `rotate(${(-deg).toFixed(2)} 26 26)`) };
}
