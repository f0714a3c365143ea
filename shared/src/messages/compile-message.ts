/**
 * An ICU message in the form that `formatMessage` fills in: about 10 kB of parser, which the builds for browsers leave out, because
 * they hold compiled messages.
 */
export { default as compileMessage } from 'icu-minify/compile';
