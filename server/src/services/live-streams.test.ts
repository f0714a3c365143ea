import { expect, it } from 'vitest';
import { LIVE_STREAMS_PER_PERSON, LIVE_STREAMS_PER_SERVER, LIVE_STREAMS_PER_SESSION } from '@overlook/shared/config';
import { createBroadcast } from './broadcast.ts';
import { createLiveStreams } from './live-streams.ts';

it('live connections of one person are limited in all sessions together, and closing one makes room', () => {
  const streams = createLiveStreams();
  const open = (n: number) =>
    streams.open({ tokenHash: `session ${Math.floor(n / LIVE_STREAMS_PER_SESSION)}`, userId: 7 }, undefined);
  const opened = Array.from({ length: LIVE_STREAMS_PER_PERSON }, (_, n) => open(n));
  expect(() => open(LIVE_STREAMS_PER_PERSON)).toThrow('of this person');
  expect(streams.open({ tokenHash: 'of another', userId: 8 }, undefined).signal.aborted).toBe(false);
  opened[0]!.close();
  opened[0]!.close();
  open(LIVE_STREAMS_PER_PERSON);
  expect(streams.count()).toBe(LIVE_STREAMS_PER_PERSON + 1);
});

it('live connections of a server are limited', () => {
  const streams = createLiveStreams();
  const open = (n: number) => streams.open({ tokenHash: `session ${n}`, userId: n }, undefined);
  for (let n = 0; n < LIVE_STREAMS_PER_SERVER; n++) open(n);
  expect(() => open(LIVE_STREAMS_PER_SERVER)).toThrow('on this server');
});

it('a notice reaches many listeners in several turns of the event loop, in order, and not those that have left', async () => {
  const broadcast = createBroadcast<string>();
  const heard: number[] = [];
  const stops = Array.from({ length: 120 }, (_, n) => broadcast.listen(() => heard.push(n)));
  broadcast.tell('saved');
  expect(heard.length).toBeLessThan(120);
  stops[119]!();
  await expect.poll(() => heard.length).toBe(119);
  expect(heard).toEqual(Array.from({ length: 119 }, (_, n) => n));
});
