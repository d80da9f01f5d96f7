import { announce, byId, setText } from './dom.js';
import { duration } from './format.js';
import { current, isInAd } from './player.js';
import { backIn } from './timeline.js';

const stateNames = {
  idle: 'Nothing playing',
  connecting: 'Connecting',
  buffering: 'Buffering',
  paused: 'Paused',
  sinkLost: 'No sound device; waiting for one',
  lost: 'Connection lost',
  failed: 'Cannot reach the stream',
  stopped: 'Stopped',
};

/** The left end of the meter, in LUFS and dBTP. */
const floor = -60;

/** Seconds for which a failure of a source is shown. */
const failureShown = 300;

/** The break that was announced last. */
let spokenBreak = null;

/** When the stream broke off; null while it is connected. */
let reconnectingSince = null;

export function render(state) {
  if (state === null) {
    setText(byId('state'), 'Disconnected');
    renderLevel({ peak: null, loudness: null });
    setText(byId('loudness'), '–');
    return;
  }
  const programme = [state.title, state.station, nameOf(state.source)].filter(Boolean);
  const [title, station] = state.break
    ? [state.break.title || 'Advertisement', state.station || nameOf(state.source)] : programme;
  setText(byId('title'), title);
  setText(byId('station'), station ?? '\u00a0');
  document.documentElement.classList.toggle('in-break', isInAd(state));
  if (state.state !== 'reconnecting') reconnectingSince = null;
  else reconnectingSince ??= performance.now();
  speak(state);
  tick();
}

export function tick() {
  const state = current();
  setText(byId('state'), stateText(state));
  setText(byId('failed'), failure(state));
  const ad = state.break ? `Ad ${state.break.spot} of ${state.break.spots}`
    : isInAd(state) && 'Advertisement';
  document.title = [byId('title').textContent, ad, 'Interlude'].filter(Boolean).join(' · ');
}

function stateText(state) {
  if (!state.sink.present || state.state === 'sinkLost') return stateNames.sinkLost;
  if (isInAd(state)) return 'Advertisement';
  if (state.paused) return stateNames.paused;
  if (reconnectingSince !== null) {
    return `Reconnecting for ${duration((performance.now() - reconnectingSince) / 1000)}`;
  }
  if (state.state !== 'playing') return stateNames[state.state] ?? state.state;
  if (!isLive(state)) return 'Playing';
  return state.allowed.live ? 'Behind live' : 'Live';
}

/** The last source that could not be played, for some minutes. */
function failure({ failed, t }) {
  if (!failed || t - failed.t > failureShown) return '';
  return `${nameOf(failed.source)} cannot be played. ${failed.reason}`;
}

export function isLive(state) {
  return typeof state.behindLive === 'number';
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
  const count = state.break.spots === 1 ? '1 ad' : `${state.break.spots} ads`;
  announce(`Advertisement: ${count}. The programme is ${backIn(state.break)}.`);
}

/** An address without its scheme, or the name of a file. */
function nameOf(source) {
  const isAddress = /^https?:/.test(source);
  return isAddress ? source.replace(/^https?:\/\/|\/$/g, '') : source.split('/').pop();
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
