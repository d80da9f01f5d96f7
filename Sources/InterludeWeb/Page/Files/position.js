import { byId, setAttribute, setText } from './dom.js';
import { clock, distance } from './format.js';
import { ask, current, isAway, isLive, isOver, lacksDevice, moved, refusal } from './player.js';
import { slider } from './slider.js';

const place = byId('place');

const held = slider(place, showPlace, () => isLive(current())
  ? ask('delay', { seconds: -place.valueAsNumber })
  : ask('seek', { position: place.valueAsNumber }));

export function render(state) {
  place.disabled = refusal(state && isLive(state) ? 'delay' : 'seek') !== null;
  if (!state) {
    showText('\u2013');
    return;
  }
  setAttribute(place, 'min', isLive(state) ? -Math.max(1, Math.floor(state.availableDelay ?? 0)) : 0);
  setAttribute(place, 'max', isLive(state) ? 0 : Math.floor(state.length ?? 0));
  tick();
}

export function tick() {
  const state = current();
  // A break does not move the listener.
  if (state === null || held.isHeld() || state.break) return;
  place.value = isLive(state)
    ? -delayOf(state)
    : Math.floor(moved(state.position, 'position'));
  showPlace();
}

function showPlace() {
  const value = place.valueAsNumber;
  const live = isLive(current());
  showText(isOver(current()) ? '\u2013'
    : live ? delayText(-value) : `${clock(value)} of ${clock(place.max)}`);
  const length = place.max - place.min;
  place.style.setProperty('--share', length > 0 ? (value - place.min) / length : live ? 1 : 0);
}

function showText(text) {
  setText(byId('place-text'), text);
  // Screen readers speak each change of the focused slider, so only the listener changes it.
  if (document.activeElement !== place || held.isHeld()) {
    setAttribute(place, 'aria-valuetext', text);
  }
}

/** Whole seconds behind live; 0 at the live edge. */
function delayOf(state) {
  return state.allowed.live ? Math.round(moved(state.behindLive, 'behindLive')) : 0;
}

function delayText(seconds) {
  if (seconds) return `${distance(seconds)} behind · up to ${clock(-place.min)}`;
  return isAway(current()) || lacksDevice(current()) ? '\u2013' : 'Live';
}
