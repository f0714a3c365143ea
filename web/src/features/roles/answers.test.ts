import { describe, expect, it } from 'vitest';
import { answerAt, changedAnswers, withAnswer } from './answers.ts';
import { effectText, reachText } from './effect-text.ts';

const SAVED = { 0: { 'USERS:VIEW': true }, 3: { 'VIEW:CAD': false, 'VIEW:TEXTURED': true } };
const at = (siteId: number, token: string) => ({ siteId, token });

describe('the answers of a role', () => {
  it('are Allow, Deny, or Inherit where there is no entry', () => {
    expect(answerAt(SAVED, at(0, 'USERS:VIEW'))).toBe('allow');
    expect(answerAt(SAVED, at(3, 'VIEW:CAD'))).toBe('deny');
    expect(answerAt(SAVED, at(4, 'VIEW:CAD'))).toBe('inherit');
  });

  it('lose their entry, and an empty site, by Inherit', () => {
    expect(withAnswer(SAVED, [at(0, 'USERS:VIEW')], 'inherit')).toEqual({ 3: SAVED[3] });
  });

  it('change for several cells at once and leave the saved ones be', () => {
    const draft = withAnswer(SAVED, [at(3, 'VIEW:CAD'), at(4, 'VIEW:CAD')], 'allow');
    expect(draft).toEqual({ ...SAVED, 3: { 'VIEW:CAD': true, 'VIEW:TEXTURED': true }, 4: { 'VIEW:CAD': true } });
    expect(answerAt(SAVED, at(3, 'VIEW:CAD'))).toBe('deny');
  });
});

describe('the difference before saving', () => {
  it('is nothing for a draft that has been undone', () => {
    const draft = withAnswer(SAVED, [at(5, 'MOC:VIEW')], 'deny');
    expect(changedAnswers(SAVED, withAnswer(draft, [at(5, 'MOC:VIEW')], 'inherit'))).toEqual([]);
  });

  it('names each cell with both answers, in the order of the editor', () => {
    const draft = withAnswer(withAnswer(SAVED, [at(0, 'USERS:VIEW')], 'deny'), [at(3, 'VIEW:TEXTURED')], 'inherit');
    expect(changedAnswers(SAVED, draft)).toEqual([
      { siteId: 3, token: 'VIEW:TEXTURED', from: 'allow', to: 'inherit' },
      { siteId: 0, token: 'USERS:VIEW', from: 'allow', to: 'deny' },
    ]);
  });
});

describe('who is affected', () => {
  const changes = [
    { siteId: 3, token: 'VIEW:CAD', gained: 0, lost: 4 },
    { siteId: 4, token: 'VIEW:CAD', gained: 1, lost: 2 },
  ];
  it('is told for the site of the change', () => {
    expect(effectText({ changes }, at(3, 'VIEW:CAD'))).toBe('4 people lose access');
    expect(effectText({ changes }, at(4, 'VIEW:CAD'))).toBe('2 people lose access, 1 person gains access');
    expect(effectText({ changes }, at(5, 'VIEW:CAD'))).toBe('Nobody’s access changes');
  });
  it('is at least so many for a global change', () => {
    expect(effectText({ changes }, at(0, 'VIEW:CAD'))).toBe(
      '4 people or more lose access, 1 person or more gain access',
    );
  });
  it('is summed up for all of them', () => {
    expect(reachText({ userCount: 14, teamCount: 2 })).toBe('14 people affected · held by 2 teams');
    expect(reachText({ userCount: 1, teamCount: 0 })).toBe('1 person affected');
  });
});
