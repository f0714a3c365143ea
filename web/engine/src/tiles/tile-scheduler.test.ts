import { describe, expect, it } from 'vitest';
import { RequestWindow } from './request-window.ts';
import { TILE_OPTIONS } from './tile-options.ts';
import { TileScheduler, type TileSource } from './tile-scheduler.ts';

interface Node {
  name: string;
  parent: Node | null;
  priority: number;
  state: 'unloaded' | 'loading' | 'parsed' | 'ready';
}

const aNode = (name: string, priority = 0, parent: Node | null = null): Node => ({
  name,
  parent,
  priority,
  state: 'unloaded',
});

/** Lets resolved promises continue. */
const settle = async (): Promise<void> => {
  for (let i = 0; i < 10; i++) await Promise.resolve();
};

/** A tileset whose responses the test controls. */
class Source implements TileSource<Node> {
  readonly log: string[] = [];
  private readonly answers = new Map<Node, (isParsed: boolean) => void>();

  requestCount(): number {
    return 1;
  }

  isDue({ state }: Node): boolean {
    return state === 'unloaded';
  }

  mayFinish(): boolean {
    return true;
  }

  load(node: Node, signal: AbortSignal): Promise<boolean> {
    node.state = 'loading';
    this.log.push(`load ${node.name}`);
    signal.addEventListener('abort', () => this.log.push(`abort ${node.name}`));
    return new Promise((resolve) => this.answers.set(node, resolve));
  }

  async arrive(node: Node): Promise<void> {
    node.state = 'parsed';
    this.answers.get(node)!(true);
    await settle();
  }

  upload(node: Node): void {
    node.state = 'ready';
    this.log.push(`upload ${node.name}`);
  }

  discard(node: Node): void {
    node.state = 'unloaded';
    this.log.push(`discard ${node.name}`);
  }
}

const want = (scheduler: TileScheduler, view: object, source: TileSource<Node>, tiles: Node[]): void =>
  scheduler.want(view, source, tiles);

const started = (...sources: Source[]): string[] =>
  sources.flatMap(({ log }) => log.filter((l) => l.startsWith('load')));
const [LEFT, RIGHT] = [{}, {}];

describe('requests', () => {
  it('are at most 16 over all tilesets once the link has proved to be fast', async () => {
    const scheduler = new TileScheduler(() => 0, new RequestWindow(6));
    const sources = Array.from({ length: 20 }, () => new Source());
    const nodes = sources.map((_, s) => Array.from({ length: 16 }, (_, i) => aNode(`${s}/${i}`, i)));
    sources.forEach((source, s) => want(scheduler, source, source, nodes[s]!));
    await settle();
    expect(scheduler.inFlight).toBe(6);
    for (let i = 0; i < 20; i++) await sources[i]!.arrive(nodes[i]![15]!);
    expect(started(...sources)).toHaveLength(20 + TILE_OPTIONS.mostRequests);
    expect(scheduler.inFlight).toBe(TILE_OPTIONS.mostRequests);
  });

  it('start with one, which has the whole link, and two follow each response', async () => {
    const scheduler = new TileScheduler(() => 0);
    const source = new Source();
    const nodes = Array.from({ length: 20 }, (_, i) => aNode(`${i}`, i));
    want(scheduler, LEFT, source, nodes);
    await settle();
    expect(source.log).toEqual(['load 19']);
    await source.arrive(nodes[19]!);
    expect(started(source)).toEqual(['load 19', 'load 18', 'load 17']);
  });

  it('start with the highest priority over all tilesets', async () => {
    const scheduler = new TileScheduler(() => 0, new RequestWindow(6));
    const [near, far] = [new Source(), new Source()];
    const farNodes = Array.from({ length: 6 }, (_, i) => aNode(`far ${i}`, i));
    want(scheduler, LEFT, far, farNodes);
    want(scheduler, RIGHT, near, [aNode('near', 100)]);
    await settle();
    expect(near.log).toEqual(['load near']);
    expect(far.log[0]).toBe('load far 5');
    expect(far.log).not.toContain('load far 0');
  });

  it('are made once for a tile of two screens, with the higher priority', async () => {
    const scheduler = new TileScheduler(() => 0, new RequestWindow(6));
    const source = new Source();
    const shared = aNode('shared', 100);
    want(scheduler, LEFT, source, [shared]);
    shared.priority = 0;
    want(scheduler, RIGHT, source, [shared, ...Array.from({ length: 16 }, (_, i) => aNode(`${i}`, 1 + i))]);
    await settle();
    expect(started(source)[0]).toBe('load shared');
    expect(started(source).filter((line) => line.includes('shared'))).toHaveLength(1);
    want(scheduler, LEFT, source, []);
    await settle();
    expect(source.log.filter((line) => line.startsWith('abort'))).toEqual([]);
  });

  it('are aborted if no screen wants the tile and another tile waits; requests of ancestors continue', async () => {
    const scheduler = new TileScheduler(() => 0, new RequestWindow(6));
    const source = new Source();
    const [parent, stale] = [aNode('parent', 2), aNode('stale', 1)];
    want(scheduler, LEFT, source, [parent, stale]);
    await settle();
    want(scheduler, LEFT, source, []);
    await settle();
    expect(scheduler.inFlight).toBe(2);
    want(scheduler, LEFT, source, [aNode('child', 0, parent)]);
    await settle();
    expect(source.log).toEqual(['load parent', 'load stale', 'abort stale', 'discard stale', 'load child']);
    expect(stale.state).toBe('unloaded');
  });

  it('of a closed tileset are aborted', async () => {
    const scheduler = new TileScheduler(() => 0, new RequestWindow(6));
    const source = new Source();
    const node = aNode('a');
    want(scheduler, LEFT, source, [node]);
    await settle();
    scheduler.leave(LEFT);
    scheduler.close(source);
    expect(source.log).toEqual(['load a', 'abort a', 'discard a']);
    await source.arrive(node);
    expect(scheduler.underWay(source)).toBe(0);
  });
});

describe('parsed tiles', () => {
  async function parse(scheduler: TileScheduler, source: Source, nodes: Node[]): Promise<void> {
    want(scheduler, LEFT, source, nodes);
    await settle();
    for (const node of nodes) await source.arrive(node);
    source.log.length = 0;
  }

  it('are uploaded by priority over all tilesets and screens, within one time budget for each frame', async () => {
    let clockMs = 0;
    const scheduler = new TileScheduler(() => clockMs, new RequestWindow(6));
    const order: string[] = [];
    const slow = (): Source => {
      const source = new Source();
      source.upload = ({ name }) => {
        clockMs += 3;
        order.push(name);
      };
      return source;
    };
    const [a, b] = [slow(), slow()];
    await parse(scheduler, a, [aNode('a2', 2), aNode('a4', 4)]);
    const others = [aNode('b3', 3), aNode('b1', 1)];
    want(scheduler, RIGHT, b, others);
    await settle();
    for (const node of others) await b.arrive(node);
    expect(scheduler.upload(100)).toBe(true);
    expect(order).toEqual(['a4', 'b3']);
    expect(scheduler.upload(100)).toBe(true);
    expect(order).toHaveLength(2);
    expect(scheduler.upload(116)).toBe(false);
    expect(order).toEqual(['a4', 'b3', 'a2', 'b1']);
  });

  it('are discarded at once if no screen wants them', async () => {
    const scheduler = new TileScheduler(() => 0, new RequestWindow(6));
    const source = new Source();
    const [kept, dropped] = [aNode('kept'), aNode('dropped')];
    await parse(scheduler, source, [kept, dropped]);
    want(scheduler, LEFT, source, [kept]);
    await settle();
    expect(source.log).toEqual(['discard dropped']);
    scheduler.upload(0);
    expect(source.log).toEqual(['discard dropped', 'upload kept']);
  });
});

describe('a jump on a slow link', () => {
  const TILE_BITS = 135_000 * 8;
  const LINK_BITS_PER_MS = 5000;

  /** A link that all active requests share evenly. */
  class Link extends Source {
    private readonly left = new Map<Node, number>();
    readonly finished: Node[] = [];
    nowMs = 0;

    override load(node: Node, signal: AbortSignal): Promise<boolean> {
      this.left.set(node, TILE_BITS);
      signal.addEventListener('abort', () => this.left.delete(node));
      return super.load(node, signal);
    }

    async runMs(durationMs: number): Promise<void> {
      for (const end = this.nowMs + durationMs; this.nowMs < end; this.nowMs++) {
        const share = LINK_BITS_PER_MS / this.left.size;
        for (const [node, bits] of this.left) {
          this.left.set(node, bits - share);
          if (bits > share) continue;
          this.left.delete(node);
          this.finished.push(node);
          await this.arrive(node);
        }
      }
    }
  }

  it('shows a wanted tile first, as early as on an idle link, and no outdated tile before it', async () => {
    const link = new Link();
    const scheduler = new TileScheduler(() => link.nowMs, new RequestWindow(6));
    const some = (name: string) => Array.from({ length: 40 }, (_, i) => aNode(`${name} ${i}`, i));
    want(scheduler, LEFT, link, some('stale'));
    await settle();
    await link.runMs(1000);
    want(scheduler, LEFT, link, some('wanted'));
    await settle();
    while (link.finished.length === 0) await link.runMs(1);
    expect(link.finished[0]!.name).toBe('wanted 39');
    // Six tiles of 216 ms each share the link; requests from before the jump do not use it.
    expect(link.nowMs - 1000).toBeLessThanOrEqual(6 * 216);
    await link.runMs(4000);
    expect(link.finished.length).toBeGreaterThan(20);
    expect(link.finished.every(({ name }) => name.startsWith('wanted'))).toBe(true);
  });
});
