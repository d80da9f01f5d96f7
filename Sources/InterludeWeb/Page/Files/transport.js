import { byId, setAttribute, setText } from './dom.js';
import { clock, distance } from './format.js';
import { isLive } from './now.js';
import { ask, current, isInAd, moved, refusal, refuse } from './player.js';

const icons = { resume: 'M7 4l13 8-13 8z', pause: 'M7 4h3.5v16H7zM13.5 4H17v16h-3.5z' };
const place = byId('place');
const volume = byId('volume');

/** Sliders that the listener is moving; updates leave them alone. */
const held = new Set();

button('play', playAction, () => ask(playAction()));
button('live', 'live', () => ask('live'));
button('skip', 'skip', () => ask('skip'));
button('skip-break', 'skip', () => ask('skip', { break: true }));
slider(volume, () => showVolume(), () => ask('volume', { gain: volume.valueAsNumber / 100 }));
slider(place, showPlace, () => isLive(current())
  ? ask('delay', { seconds: -place.valueAsNumber })
  : ask('seek', { position: place.valueAsNumber }));

document.addEventListener('refused', event => setText(byId('why'), event.detail));

function button(id, action, act) {
  byId(id).addEventListener('click', () => {
    const reason = refusal(typeof action === 'string' ? action : action());
    if (reason) refuse(reason);
    else act();
  });
}

function slider(input, show, act) {
  input.addEventListener('input', () => {
    held.add(input);
    show();
  });
  input.addEventListener('change', async () => {
    await act();
    held.delete(input);
  });
}

/** The action of the large button. */
function playAction() {
  const state = current();
  if (state === null || state.paused) return 'resume';
  return state.allowed.resume && !state.allowed.pause ? 'resume' : 'pause';
}

export function render(state) {
  for (const [id, action] of [['play', playAction()], ['live', 'live'], ['skip', 'skip'],
    ['skip-break', 'skip']]) {
    const reason = refusal(action);
    setAttribute(byId(id), 'aria-disabled', reason ? 'true' : null);
    setAttribute(byId(id), 'aria-describedby', reason ? 'why' : null);
    setAttribute(byId(id), 'title', reason);
  }
  byId('skip').hidden = !state?.break;
  byId('skip-break').hidden = !(state?.break?.spots > 1);
  byId('live').hidden = state !== null && !isLive(state);
  setText(byId('play-text'), playAction() === 'resume' ? 'Play' : 'Pause');
  setAttribute(byId('play-icon'), 'd', icons[playAction()]);
  volume.disabled = state === null;
  renderPlace(state);
  setText(byId('why'), whyText(state));
  if (state && !held.has(volume)) {
    volume.value = Math.round(100 * state.volume);
    showVolume(Math.round(100 * state.volume));
  }
}

function renderPlace(state) {
  const reason = refusal(state && isLive(state) ? 'delay' : 'seek');
  place.disabled = reason !== null;
  if (!state) return;
  setAttribute(place, 'min', isLive(state) ? -Math.floor(state.availableDelay ?? 0) : 0);
  setAttribute(place, 'max', isLive(state) ? 0 : Math.floor(state.length ?? 0));
  tick();
}

/** Why controls are disabled. */
function whyText(state) {
  if (state === null) return refusal('pause');
  const mustWait = isInAd(state) && refusal('pause');
  return mustWait ? 'You can pause and seek again after the ad.' : '';
}

export function tick() {
  const state = current();
  // A break does not move the listener.
  if (state === null || held.has(place) || state.break) return;
  place.value = isLive(state)
    ? -delayOf(state)
    : Math.floor(moved(state.position, 'position'));
  showPlace();
}

function showPlace() {
  const value = place.valueAsNumber;
  const live = isLive(current());
  const text = live ? delayText(-value) : `${clock(value)} of ${clock(place.max)}`;
  setText(byId('place-text'), text);
  // Screen readers speak each change of the focused slider, so only the listener changes it.
  if (document.activeElement !== place || held.has(place)) {
    setAttribute(place, 'aria-valuetext', text);
  }
}

/** Whole seconds behind live; 0 at the live edge. */
function delayOf(state) {
  return state.allowed.live ? Math.round(moved(state.behindLive, 'behindLive')) : 0;
}

function delayText(seconds) {
  return seconds ? `${distance(seconds)} behind · up to ${clock(-place.min)}` : 'Live';
}

/** `percent` may exceed the range of the slider. */
function showVolume(percent = volume.value) {
  setText(byId('volume-text'), `${percent} %`);
  setAttribute(volume, 'aria-valuetext', `${percent} %`);
}
