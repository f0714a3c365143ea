import { type ComponentType, type FunctionComponent, type ReactNode, useCallback, useEffect, useState } from 'react';
import { type BuildComparison, compareBuild } from '../../api/installed-build.ts';
import { reloadFailedStylesheets } from './failed-stylesheets.ts';
import { PartFailed } from './part-failed.tsx';

type Framed<Props> = ComponentType<Props & { children: ReactNode }>;

export interface LazyPart<Props extends object> extends FunctionComponent<Props> {
  /** Loads the code before it is needed. A failure is shown once the part is. */
  preload: () => Promise<void>;
}

interface LazyPartOptions<Props> {
  /** What holds the words of a failure and the way out of it: a dialog, a page. Without it they are shown in place. */
  FailureFrame?: Framed<Props>;
  /** For parts that are shown repeatedly: a failure shows nothing, and the next time the part is loaded again. */
  isSilent?: boolean;
}

const InPlace = ({ children }: { children: ReactNode }) => children;

/**
 * A part of the interface whose code is a separate load. While it is loading nothing is shown; when that fails, the
 * failure is shown here with a button to retry. React's own `lazy` would throw it to the error boundary, which replaces
 * the whole page with all typed input, and would never retry.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { FailureFrame = InPlace, isSilent = false }: LazyPartOptions<Props> = {},
): LazyPart<Props> {
  let Part: ComponentType<Props> | null = null;
  const fetchPart = async () => {
    await reloadFailedStylesheets();
    Part = await load();
  };

  function LazyPart(props: Props) {
    const [tries, setTries] = useState(1);
    const [ended, setEnded] = useState<{ tries: number; build: BuildComparison | null }>({ tries: 0, build: null });
    const retry = useCallback(() => setTries((count) => count + 1), []);
    useEffect(() => {
      if (Part) return undefined;
      let isCurrent = true;
      const end = (build: BuildComparison | null) => isCurrent && setEnded({ tries, build });
      fetchPart().then(
        () => end(null),
        (error: unknown) => {
          console.warn('A part of the interface could not be loaded.', error);
          end('unknown');
          if (!isSilent) void compareBuild().then(end);
        },
      );
      return () => void (isCurrent = false);
    }, [tries]);
    if (Part) return <Part {...props} />;
    if (ended.build === null || isSilent) return null;
    return (
      <FailureFrame {...props}>
        <PartFailed build={ended.build} tries={ended.tries} isBusy={tries > ended.tries} onRetry={retry} />
      </FailureFrame>
    );
  }

  const preload = async () => {
    if (!Part) await fetchPart().catch(() => undefined);
  };
  return Object.assign(LazyPart, { preload });
}
