import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { MocComment } from '@overlook/shared/schemas';
import { answerCalls, Refusal, showInPage } from '../../../testing/in-page.tsx';
import { MocComments } from './moc-comments.tsx';
import { mocOf } from './testing/moc-of.ts';

const PEOPLE = [
  { id: 5, name: 'Ada Long' },
  { id: 6, name: 'Adam Berg' },
  { id: 7, name: 'Vic Stone' },
];

async function open(people: () => unknown = () => ({ people: PEOPLE }), addComment = () => ({})) {
  const comments: MocComment[] = [
    {
      id: 1,
      by: 'Vic Stone',
      at: '2026-03-14T10:00:00.000Z',
      body: 'Ask @Ada Long',
      mentions: [PEOPLE[0]!],
      isOwn: false,
    },
  ];
  const calls = answerCalls({
    'mocs.comments': () => ({ comments }),
    'mocs.people': people,
    'mocs.addComment': addComment,
  });
  const { user } = showInPage(<MocComments moc={mocOf({ id: 4 })} />, ['MOC:VIEW']);
  await user.click(screen.getByRole('button', { name: 'Comments' }));
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' });
  const sent = () => calls.filter(({ name }) => name === 'mocs.addComment').map(({ input }) => input);
  return { user, field, sent };
}

const names = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

it('a mention is marked in the comment', async () => {
  await open();
  expect(screen.getByText('@Ada Long').tagName).toBe('STRONG');
});

it('people are offered after "@", chosen by keys, and sent as mentions', async () => {
  const { user, field, sent } = await open();
  await user.type(field, 'See @ad');
  await screen.findByRole('listbox', { name: 'People' });
  expect(names()).toEqual(['Ada Long', 'Adam Berg']);
  await user.keyboard('{ArrowDown}');
  const active = document.getElementById(field.getAttribute('aria-activedescendant')!);
  expect(active?.textContent).toBe('Adam Berg');
  await user.keyboard('{Enter}');
  expect(field.value).toBe('See @Adam Berg ');
  expect(screen.queryByRole('listbox')).toBeNull();
  await user.keyboard('and @vic');
  await user.click(await screen.findByRole('option', { name: 'Vic Stone' }));
  expect(document.activeElement).toBe(field);
  await user.keyboard('please');
  await user.click(screen.getByRole('button', { name: 'Add comment' }));
  await waitFor(() =>
    expect(sent()).toMatchObject([
      { siteId: 1, id: 4, body: 'See @Adam Berg and @Vic Stone please', mentions: [6, 7] },
    ]),
  );
  await waitFor(() => expect(field.value).toBe(''));
});

it('Escape closes the list alone, and a name that was deleted is not sent', async () => {
  const { user, field, sent } = await open();
  await user.type(field, '@vic');
  await screen.findByRole('option', { name: 'Vic Stone' });
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  await user.clear(field);
  await user.type(field, '@vic');
  await screen.findByRole('option', { name: 'Vic Stone' });
  await user.keyboard('{Enter}{Backspace}{Backspace}{Backspace}');
  await user.click(screen.getByRole('button', { name: 'Add comment' }));
  await waitFor(() => expect(sent()).toMatchObject([{ siteId: 1, id: 4, body: '@Vic Sto', mentions: [] }]));
});

it('reports that no one fits, and that the people could not be read', async () => {
  let answer = (): unknown => {
    throw new Refusal(500, 'Broken');
  };
  const { user, field } = await open(() => answer());
  await user.type(field, '@zzz');
  answer = () => ({ people: PEOPLE });
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Nobody of this name can see this MOC')).toBeTruthy();
});

it('shows why a comment was refused, and keeps the typed text', async () => {
  const { user, field } = await open(undefined, () => {
    throw new Refusal(429, 'You have mentioned too many people in the last hour. Try again later.');
  });
  await user.type(field, 'Hello');
  await user.click(screen.getByRole('button', { name: 'Add comment' }));
  expect(await screen.findByText(/too many people/)).toBeTruthy();
  expect(field.value).toBe('Hello');
});
