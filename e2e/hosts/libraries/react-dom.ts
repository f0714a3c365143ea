export { createPortal, default, flushSync } from 'react-dom';
