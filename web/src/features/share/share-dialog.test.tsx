import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MODEL_TYPES } from '@overlook/shared/config';
import { originOutsideText, SHARE_MESSAGES, VIEW_GRANTS_MESSAGES } from '@overlook/shared/messages';
import { VISITOR_TOKENS } from '@overlook/shared/permissions';
import { setPreference } from '../../state/preferences.ts';
import { answerCalls, Refusal, showInPage } from '../../testing/in-page.tsx';
import { ShareDialog } from './share-dialog.tsx';
import type { ShareView } from './share-view.ts';

const VIEW: ShareView = {
  site: { id: 3, name: 'Ridgeway Gas Plant' },
  layers: MODEL_TYPES.filter(({ key }) => key === 'textured' || key === 'pointCloud' || key === 'cad'),
  parts: [
    { key: 'camera', title: 'Camera and layers', detail: 'Textured, one screen' },
    { key: 'section', title: 'Section box', detail: '22.00 × 22.00 × 15.00 m' },
    { key: 'results', title: '2 measurements', detail: '39.17 m and 148.3°' },
    { key: 'objects', title: 'Selected object', detail: 'C-103 Stabiliser' },
  ],
  showsNewest: false,
  query: (parts, date = 'shown') => ['v=1&site=ridgeway', ...parts, ...(date === 'newest' ? [date] : [])].join('&'),
};
const MAKER = ['USERS:CREATE', ...VISITOR_TOKENS] as const;
const TOKEN = 'A'.repeat(43);

interface Created {
  kind: 'link' | 'embed';
  name: string;
  siteId: number;
  permissions: string[];
  controls?: string[];
  origins?: string[];
  view?: string | null;
  password?: string | null;
  endsAt?: string;
}
const made = ({ kind, name, endsAt }: Created) => ({
  grant: { name, endsAt: endsAt ?? '2027-11-22T12:00:00.000Z' },
  token: TOKEN,
  url: `https://overlook.example/${kind === 'link' ? 'view' : 'embed'}/${TOKEN}`,
});
const open = (tokens: Parameters<typeof showInPage>[1] = MAKER, view = VIEW) => {
  const onClose = vi.fn();
  return { ...showInPage(<ShareDialog view={view} onClose={onClose} />, tokens), onClose };
};
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const goTo = (name: string) => screen.getByRole('tab', { name });
const press = (name: string) => screen.getByRole('button', { name });

beforeEach(() => {
  localStorage.clear();
  setPreference('shareTab', 'link');
});

describe('a link for people who can sign in', () => {
  it('has all parts except the selected objects, and omits unticked ones', async () => {
    const { user } = open();
    expect(field('Link to this view').value).toMatch(/\/\?v=1&site=ridgeway&camera&section&results$/);
    await user.click(screen.getByRole('checkbox', { name: /^Section box/ }));
    await user.click(screen.getByRole('checkbox', { name: /^Selected object/ }));
    expect(field('Link to this view').value).toMatch(/\/\?v=1&site=ridgeway&camera&results&objects$/);
  });

  it('names the date that is shown, or follows the newest captures on request', async () => {
    const { user } = open(MAKER, { ...VIEW, showsNewest: true });
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'This date' }).checked).toBe(true);
    expect(field('Link to this view').value).not.toContain('newest');
    await user.click(screen.getByRole('radio', { name: 'Always the newest' }));
    expect(field('Link to this view').value).toMatch(/&results&newest$/);
    expect(screen.getByText(SHARE_MESSAGES['share.newestHint'])).toBeTruthy();
    // Without the camera and the layers there are no captures to choose.
    await user.click(screen.getByRole('checkbox', { name: /^Camera and layers/ }));
    expect(screen.queryByRole('radio', { name: 'This date' })).toBeNull();
  });

  it('offers no choice where each screen shows a chosen date', () => {
    open();
    expect(screen.queryByRole('radio', { name: 'This date' })).toBeNull();
  });

  it('is copied unchanged, and the button shows that', async () => {
    const { user } = open();
    await user.click(press('Copy link'));
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(field('Link to this view').value);
  });

  it('is a QR code on request', async () => {
    const { user } = open();
    await user.click(press('QR code'));
    expect(screen.getByRole('img', { name: 'QR code of the link' })).toBeTruthy();
    await user.click(press('QR code'));
    expect(screen.getByRole('checkbox', { name: /^Section box/ })).toBeTruthy();
  });

  it('is the only tab for people who may not open a site to others, with the reason', () => {
    setPreference('shareTab', 'embed');
    open(['VIEW:TEXTURED']);
    expect(goTo('Link').getAttribute('aria-selected')).toBe('true');
    for (const name of ['Public link', 'Embed']) expect(goTo(name).getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByText(VIEW_GRANTS_MESSAGES['grant.notAllowed'])).toBeTruthy();
  });
});

describe('a public link', () => {
  it('is made with a password, for 30 days, without the Project Layer', async () => {
    const calls = answerCalls({ 'viewGrants.create': made });
    const { user } = open();
    await user.click(goTo('Public link'));
    const password = field('Password').value;
    expect(password).toMatch(/^[a-z]+-[a-z]+-\d{4}$/);
    await user.type(field('Name, for your list of links'), 'Contractors');
    await user.click(press('Create public link'));
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Public link' })).value).toContain(
      `/view/${TOKEN}`,
    );
    expect(field('Password').value).toBe(password);
    const input = calls.find(({ name }) => name === 'viewGrants.create')!.input as Created;
    const permissions = VISITOR_TOKENS.filter((token) => token !== 'VIEW:SHADED' && token !== 'VIEW:CAD');
    expect(input).toMatchObject({ kind: 'link', name: 'Contractors', siteId: 3, view: null, password });
    expect(new Set(input.permissions)).toEqual(new Set(permissions));
    const days = (Date.parse(input.endsAt!) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThan(31.1);
  });

  it('shows only this view, without the selected object', async () => {
    const calls = answerCalls({ 'viewGrants.create': made });
    const { user } = open();
    await user.click(goTo('Public link'));
    await user.type(field('Name, for your list of links'), 'Insurer');
    await user.clear(field('Password'));
    expect(screen.getByText(SHARE_MESSAGES['share.publicLinkOpen'])).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'Only this view' }));
    await user.click(press('Create public link'));
    await screen.findByText(new RegExp(SHARE_MESSAGES['share.shownOnceOpen']));
    expect(calls[0]!.input).toMatchObject({ view: 'v=1&site=ridgeway&camera&section&profile&results', password: null });
  });

  it('needs a name and a layer', async () => {
    const calls = answerCalls({});
    const { user } = open();
    await user.click(goTo('Public link'));
    for (const layer of ['Textured', 'Point Cloud']) await user.click(screen.getByRole('checkbox', { name: layer }));
    await user.click(press('Create public link'));
    expect(await screen.findByText(VIEW_GRANTS_MESSAGES['grant.nameRequired'])).toBeTruthy();
    expect(screen.getByText(VIEW_GRANTS_MESSAGES['grant.layerRequired'])).toBeTruthy();
    expect(calls).toEqual([]);
  });

  it('keeps the typed values when it cannot be made, and when another tab is opened', async () => {
    answerCalls({
      'viewGrants.create': () => {
        throw new Refusal(409, VIEW_GRANTS_MESSAGES['grant.tooMany']);
      },
    });
    const { user } = open();
    await user.click(goTo('Public link'));
    await user.type(field('Name, for your list of links'), 'Contractors');
    await user.click(press('Create public link'));
    expect(await screen.findByText(VIEW_GRANTS_MESSAGES['grant.tooMany'])).toBeTruthy();
    await user.click(goTo('Embed'));
    await user.click(goTo('Public link'));
    expect(field('Name, for your list of links').value).toBe('Contractors');
  });

  it('has another password on request', async () => {
    const { user } = open();
    await user.click(goTo('Public link'));
    const before = field('Password').value;
    await user.click(press('Another password'));
    expect(field('Password').value).not.toBe(before);
  });
});

describe('an embed', () => {
  it('shows its code from the start and fills in the address', async () => {
    const calls = answerCalls({ 'viewGrants.create': made });
    const { user } = open();
    await user.click(goTo('Embed'));
    const code = () => screen.getByRole('region', { name: 'Code' }).textContent;
    expect(code()).toContain('/embed/…"');
    await user.type(field('Allowed origins'), 'https://portal.example.com{Enter}');
    await user.click(screen.getByRole('checkbox', { name: 'Layer list' }));
    await user.click(press('Create and copy'));
    await waitFor(() => expect(code()).toContain(`/embed/${TOKEN}"`));
    expect(await navigator.clipboard.readText()).toBe(code());
    expect(calls[0]!.input).toMatchObject({
      kind: 'embed',
      name: 'Ridgeway Gas Plant on portal.example.com',
      origins: ['https://portal.example.com'],
      controls: ['section'],
    });
    expect(new Set((calls[0]!.input as Created).permissions)).toEqual(
      new Set(VISITOR_TOKENS.filter((token) => token !== 'VIEW:SHADED' && token !== 'VIEW:CAD')),
    );
  });

  it('names an origin that is none, and one that the server refuses, until it is removed', async () => {
    const outside = originOutsideText('https://b.example');
    answerCalls({
      'viewGrants.create': () => {
        throw new Refusal(400, outside, { 'origins.1': outside });
      },
    });
    const { user } = open();
    await user.click(goTo('Embed'));
    await user.click(press('Create and copy'));
    expect(await screen.findByText(VIEW_GRANTS_MESSAGES['grant.originRequired'])).toBeTruthy();
    await user.type(field('Allowed origins'), 'https://a.example/page{Enter}');
    expect(screen.getByText(VIEW_GRANTS_MESSAGES['grant.originForm'])).toBeTruthy();
    expect(field('Allowed origins').value).toBe('https://a.example/page');
    await user.clear(field('Allowed origins'));
    await user.type(field('Allowed origins'), 'https://a.example https://b.example{Enter}');
    await user.click(press('Create and copy'));
    expect(await screen.findByText(outside)).toBeTruthy();
    await user.click(press('Remove https://b.example'));
    expect(screen.queryByText(outside)).toBeNull();
  });

  it('is removed by its cross, and the last one by Backspace', async () => {
    const { user } = open();
    await user.click(goTo('Embed'));
    await user.type(field('Allowed origins'), 'https://a.example https://b.example https://c.example ');
    await user.click(press('Remove https://a.example'));
    await user.keyboard('{Backspace}');
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.queryByText('https://a.example')).toBeNull();
    expect(dialog.queryByText('https://c.example')).toBeNull();
    expect(dialog.getByText('https://b.example')).toBeTruthy();
  });
});

it('the last tab is remembered', async () => {
  const { user } = open();
  await user.click(goTo('Embed'));
  expect(localStorage.getItem('overlook.share-tab')).toBe('"embed"');
});
