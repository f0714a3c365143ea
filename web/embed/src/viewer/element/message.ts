import { EMBED_MESSAGES } from '@overlook/shared/messages';

/**
 * A message in place of the view, before the poster of the page if it has one, with a Retry button if a retry may succeed; or a note
 * over a view that stays.
 */
export class ElementMessage {
  readonly element = document.createElement('div');
  private readonly sentence = document.createElement('p');
  private readonly retry = document.createElement('button');

  constructor(onRetry: () => void) {
    this.element.className = 'message';
    this.element.part.add('message');
    this.element.setAttribute('role', 'status');
    this.retry.type = 'button';
    this.retry.textContent = EMBED_MESSAGES['embed.retry'];
    this.retry.addEventListener('click', onRetry);
    const poster = document.createElement('slot');
    poster.name = 'poster';
    this.element.append(poster, this.sentence, this.retry);
    this.hide();
  }

  show(sentence: string, { canRetry = false } = {}): void {
    this.present(sentence, canRetry, false);
  }

  /** Shows a note over the view. */
  showOver(sentence: string): void {
    this.present(sentence, false, true);
  }

  hide(): void {
    this.element.hidden = true;
  }

  private present(sentence: string, canRetry: boolean, isOver: boolean): void {
    this.sentence.textContent = sentence;
    this.retry.hidden = !canRetry;
    this.element.toggleAttribute('data-over', isOver);
    this.element.hidden = false;
  }
}
