import { byId, setText } from './dom.js';
import { left } from './format.js';
import { current, isInAd, moved } from './player.js';

/** A listener's page has no schedule. */
const noAds = byId('timeline') ? 'No ads scheduled' : '\u00a0';

/** Whether a state was shown before. */
let isKnown = false;

export function render(state) {
  if (state === null) {
    setText(byId('count'), isKnown ? 'Last seen' : '\u00a0');
    return;
  }
  isKnown = true;
  tick();
}

export function tick() {
  setText(byId('count'), countText(current()));
}

/** The time until the next change: the programme's return, or the next break. */
function countText(state) {
  // A lower bound without "Programme", so that it fits on one line of a phone.
  if (state.break?.remaining === null) return `B${backIn(state.break).slice(1)}`;
  if (state.break) return `Programme ${backIn(state.break)}`;
  if (isInAd(state)) return 'Programme paused';
  const next = state.next[0];
  return next ? `Ads in ${left(moved(next.breakIn, 'remaining'))}` : noAds;
}

/** The time until the programme is back; a lower bound while the length of a spot is unknown. */
export function backIn({ remaining, remainingAtLeast }) {
  const known = left(moved(remaining ?? remainingAtLeast, 'remaining'));
  return remaining === null ? `back in at least ${known}` : `back in ${known}`;
}
