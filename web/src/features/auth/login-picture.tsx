import { useEffect, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import picture from './login-picture.webp';
import css from './login-picture.module.css';

/** The model opens over it after the first sign-in. This needs code that the form does not wait for. */
async function keepAsGround(image: HTMLImageElement): Promise<void> {
  const { keepFirstGround } = await import('../../parts/opening-ground.tsx');
  keepFirstGround(image);
}

/** The pane beside the form. Its picture is requested after the form is shown; narrow windows never load it. */
export function LoginPicture() {
  const [isWanted, setWanted] = useState(false);
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true));
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={css.pane}>
      {isWanted && (
        <img
          src={picture}
          alt=""
          loading="lazy"
          className={classNames(css.picture, isLoaded && css.loaded)}
          onLoad={({ currentTarget }) => {
            setLoaded(true);
            void keepAsGround(currentTarget);
          }}
        />
      )}
    </div>
  );
}
