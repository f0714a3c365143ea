import { useEffect, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import picture from './login-picture.webp';
import css from './login-picture.module.css';

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
          onLoad={() => setLoaded(true)}
        />
      )}
    </div>
  );
}
