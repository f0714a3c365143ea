/** An element over the whole stage that does not receive events. */
export function layerElement(): HTMLDivElement {
  const element = document.createElement('div');
  element.style.cssText = 'position:absolute;inset:0;overflow:hidden;pointer-events:none';
  return element;
}
