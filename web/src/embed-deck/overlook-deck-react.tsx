/**
 * Overlook for React hosts with a deck.gl of their own: served at `/embed/v1/overlook-deck-react.js`, with bare imports of
 * React and deck.gl (docs/embedding/deck.md).
 */
export { OverlookDeck, type OverlookDeckProps } from './react/overlook-deck.tsx';
export * from './overlook-deck.ts';
