import { expect, it, vi } from 'vitest';
import { ACCESS_CHANNEL } from './access-notices.ts';
import { MOC_CHANNEL } from './moc-notices.ts';
import { listenTo } from './listen.ts';
import { channelsOf, embeddedChannels } from './notices.ts';

function handlers() {
  const [onAccess, onMoc] = [vi.fn(), vi.fn()];
  return { onAccess, onMoc };
}

it.each([
  ['session 3f9a', { endedTokenHash: '3f9a' }],
  ['session ', { endedTokenHash: '' }],
  ['roles', null],
  ['', null],
  [null, null],
])('the payload %j of a change of access ends a session or everything: %j', (payload, notice) => {
  const own = handlers();
  channelsOf(own)[ACCESS_CHANNEL]!(payload);
  expect(own.onAccess.mock.calls).toEqual([[notice]]);
  expect(own.onMoc).not.toHaveBeenCalled();
});

it.each([
  ['12 345', { siteId: 12, mocId: 345 }],
  ['12', null],
  ['12 345 6', null],
  ['a 5', null],
  [null, null],
])('the payload %j of a saved MOC names it, or any may have been saved: %j', (payload, notice) => {
  for (const channels of [channelsOf, embeddedChannels]) {
    const own = handlers();
    channels(own)[MOC_CHANNEL]!(payload);
    expect(own.onMoc.mock.calls).toEqual([[notice]]);
    expect(own.onAccess).not.toHaveBeenCalled();
  }
});

it('the embedded database, whose only process knows its own changes of access, does not announce them', () => {
  expect(Object.keys(embeddedChannels(handlers()))).toEqual([MOC_CHANNEL]);
});

it('listeners are told that they may have missed something when their connection listens again', async () => {
  const again = new Map<string, () => void>();
  const connect = () => ({
    listen: (channel: string, _listener: unknown, listening: () => void) =>
      Promise.resolve(again.set(channel, listening)),
    notify: () => Promise.resolve(),
    end: () => Promise.resolve(),
  });
  const told = vi.fn();
  const listener = listenTo('postgres://db.example/plant', { [MOC_CHANNEL]: told }, undefined, connect as never);
  await listener.ready;
  again.get(MOC_CHANNEL)?.();
  expect(told.mock.calls).toEqual([[null]]);
  await listener.close();
});
