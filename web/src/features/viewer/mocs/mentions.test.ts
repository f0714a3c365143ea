import { describe, expect, it } from 'vitest';
import { mentionedIn, mentionParts, typedMention } from './mentions.ts';

const ANN = { id: 1, name: 'Ann' };
const ANNA = { id: 2, name: 'Anna Long' };

describe('the mention that is being typed', () => {
  it.each([
    ['@', 1, { start: 0, search: '' }],
    ['Hello @An', 9, { start: 6, search: 'An' }],
    ['(@Anna L', 8, { start: 1, search: 'Anna L' }],
    ['@An and more', 3, { start: 0, search: 'An' }],
    ['@one @two', 9, { start: 5, search: 'two' }],
  ])('in "%s" at %i', (text, caret, typed) => expect(typedMention(text, caret, [])).toEqual(typed));

  it.each([
    ['', 0],
    ['Hello', 5],
    ['@', 0],
    ['ann@example', 11],
    ['@ home', 6],
    ['@\nnext', 6],
  ])('is none in "%s" at %i', (text, caret) => expect(typedMention(text, caret, [])).toBeNull());

  it('ends after the name of a person who is chosen, and not within a longer one', () => {
    expect(typedMention('@Ann', 4, [ANN])).toBeNull();
    expect(typedMention('@Ann, can you', 13, [ANN])).toBeNull();
    expect(typedMention('@Anna', 5, [ANN])).toEqual({ start: 0, search: 'Anna' });
  });
});

it('a text is cut at the mentions, of which the longer name counts', () => {
  expect(mentionParts('@Anna Long and @Ann: see @Anna', [ANN, ANNA])).toEqual([
    { text: '@Anna Long', isMention: true },
    { text: ' and ', isMention: false },
    { text: '@Ann', isMention: true },
    { text: ': see @Anna', isMention: false },
  ]);
  expect(mentionParts('', [ANN])).toEqual([]);
});

it('a person whose name was deleted from the text is mentioned no more', () => {
  expect(mentionedIn('@Ann has left', [ANN, ANNA])).toEqual([ANN]);
});
