import { announce, byId, setText } from './dom.js';
import { backIn } from './count.js';
import { nameOf, readable } from './format.js';
import { current, isInAd, isLive, lacksDevice } from './player.js';

const stateNames = {
  idle: 'Nothing playing',
  connecting: 'Connecting',
  buffering: 'Buffering',
  paused: 'Paused',
  sinkLost: 'No sound device',
  lost: 'Connection lost',
  reconnecting: 'Reconnecting',
  failed: 'Cannot play the stream',
  stopped: 'Stopped',
};

/** The left end of the meter, in LUFS and dBTP. */
const floor = -60;

/** The break that was announced last. */
let spokenBreak = null;

export function render(state) {
  if (state === null) {
    setText(byId('state'), 'Disconnected');
    renderLevel({ peak: null, loudness: null });
    setText(byId('loudness'), '–');
    return;
  }
  const station = state.station || nameOf(state.source);
  const title = state.break ? readable(state.break.title) || breakWord(state)
    : readable(state.title) || station;
  setText(byId('title'), title);
  // The station's name once.
  setText(byId('station'), title === station ? '\u00a0' : station);
  document.documentElement.classList.toggle('in-break', isInAd(state));
  speak(state);
  tick();
}

export function tick() {
  const state = current();
  setText(byId('state'), stateText(state));
  setText(byId('failed'), failure(state));
  const ad = state.break?.slate ? breakWord(state)
    : state.break ? `Ad ${state.break.spot} of ${state.break.spots}`
    : isInAd(state) && 'Advertisement';
  document.title = [byId('title').textContent, ad, 'Interlude'].filter(Boolean).join(' · ');
}

function stateText(state) {
  if (lacksDevice(state)) return stateNames.sinkLost;
  if (isInAd(state)) return breakWord(state);
  if (state.paused) return stateNames.paused;
  if (state.state !== 'playing') return stateNames[state.state] ?? state.state;
  if (!isLive(state)) return 'Playing';
  return state.allowed.live ? 'Behind live' : 'Live';
}

/** What is heard in place of the programme. */
function breakWord(state) {
  return state.break?.slate ? 'Break' : 'Advertisement';
}

/** The last source that could not be played. */
function failure({ failed, source }) {
  if (!failed) return '';
  // Listeners get this in place of every reason.
  const isReasonKept = failed.reason.startsWith('this source cannot be played');
  // The page says anyway that what should play cannot.
  if (isReasonKept && failed.source === source) return '';
  const words = `\u201c${nameOf(failed.source)}\u201d cannot be played.`;
  return isReasonKept ? words : `${words} ${failed.reason}`;
}

/** Announces the beginning and the end of a break. */
function speak(state) {
  const id = state.break?.id ?? null;
  if (id === spokenBreak) return;
  spokenBreak = id;
  if (!state.break) {
    announce('The programme is back.');
    return;
  }
  if (state.break.slate && state.break.spots === 0) {
    announce(`Break. The programme is ${backIn(state.break)}.`);
    return;
  }
  const count = state.break.spots === 1 ? '1 ad' : `${state.break.spots} ads`;
  announce(`Advertisement: ${count}. The programme is ${backIn(state.break)}.`);
}

export function renderLevel({ peak, loudness }) {
  scale('loudness-bar', loudness);
  const place = share(peak);
  byId('peak-bar').style.transform = `translateX(${place * byId('meter').clientWidth}px)`;
  byId('peak-bar').style.opacity = place > 0 ? 1 : 0;
  const text = typeof loudness === 'number' && loudness > floor
    ? `${loudness.toFixed(0).replace('-', '\u2212')} LUFS` : 'silence';
  setText(byId('loudness'), text);
}

function scale(id, decibels) {
  byId(id).style.transform = `scaleX(${share(decibels)})`;
}

function share(decibels) {
  if (typeof decibels !== 'number') return 0;
  return Math.min(1, Math.max(0, (decibels - floor) / -floor));
}
