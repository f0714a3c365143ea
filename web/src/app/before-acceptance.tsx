import { LoginPicture } from '../features/auth/login-picture.tsx';
import { Disclaimer } from '../features/disclaimer/disclaimer.tsx';
import { useInstanceInfo } from '../api/catalogue.ts';
import { PRODUCT_NAME } from '@overlook/shared/config';
import { APP_MESSAGES } from '@overlook/shared/messages';
import { useDocumentTitle } from './document-title.ts';
import css from './before-acceptance.module.css';

/**
 * The whole page until the disclaimer has been accepted, at any address: no screen of the product is mounted behind it.
 * The address is kept, so that it opens after the acceptance.
 */
export function BeforeAcceptance() {
  useDocumentTitle(APP_MESSAGES['app.disclaimer'], useInstanceInfo()?.productName ?? PRODUCT_NAME);
  return (
    <>
      <main className={css.ground}>
        <LoginPicture />
      </main>
      <Disclaimer />
    </>
  );
}
