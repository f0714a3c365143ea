import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showInPage } from '../../../testing/in-page.tsx';
import { ChecksCard } from './checks-card.tsx';

const finding = (level: 'failure' | 'warning' | 'advice', problem: string) => ({
  code: `a.${problem}`,
  level,
  problem,
  remedy: `Correct ${problem}`,
});
const show = (...findings: ReturnType<typeof finding>[]) =>
  showInPage(<ChecksCard checks={{ at: '2026-03-14T08:00:00.000Z', findings }} isLooking={false} />);

it('lists what is wrong and what to do, under the worst of it', () => {
  show(finding('failure', 'Mail'), finding('warning', 'Disk'));
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'MailCorrect Mail',
    'DiskCorrect Disk',
  ]);
  expect(screen.getByText('Not working')).toBeTruthy();
});

it('needs attention for a warning, not for advice', () => {
  show(finding('warning', 'Disk'));
  expect(screen.getByText('Needs attention')).toBeTruthy();
});

it('is well with advice only, and says when nothing is wrong', () => {
  show(finding('advice', 'Node.js'));
  expect(screen.getByText('Working')).toBeTruthy();
  show();
  expect(screen.getByText('Nothing is wrong.')).toBeTruthy();
});

it('says that it could not look', () => {
  showInPage(<ChecksCard checks={null} isLooking={false} />);
  expect(screen.getByText(/could not be made/)).toBeTruthy();
});

it('says that the server looks, beside what it found before', () => {
  showInPage(
    <ChecksCard checks={{ at: '2026-03-14T08:00:00.000Z', findings: [finding('failure', 'Mail')] }} isLooking />,
  );
  expect(screen.getByText('Checking…')).toBeTruthy();
  expect(screen.getByText('Correct Mail')).toBeTruthy();
});
