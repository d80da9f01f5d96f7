import { announce, byId, setText } from './dom.js';
import { duration } from './format.js';
import { current, lacksDevice } from './player.js';

/** Seconds of silence from the station until the page says so. */
const quietLimit = 10;

/** The loudest peak in dBTP that counts as silence. */
const floor = -60;

/**
 * When the stream broke off, and when its sound became silent; null if it did not, or if the page
 * was opened later.
 */
let lostSince = null;
let quietSince = null;

/** Whether the page has seen the player, and whether the stream was lost when it last did. */
let isOpen = false;
let wasLost = false;

/** The reason that was announced last, until it is over. */
let announced = null;

export function render(state) {
  if (state === null) {
    quietSince = null;
    show(null);
    return;
  }
  if (!isLost(state)) lostSince = null;
  else if (isOpen && !wasLost) lostSince = performance.now();
  wasLost = isLost(state);
  isOpen = true;
  if (!isHeard(state)) quietSince = null;
  tick();
}

export function renderLevel({ peak }) {
  const state = current();
  const isQuiet = typeof peak !== 'number' || peak < floor;
  if (!state || !isHeard(state) || !isQuiet) quietSince = null;
  else quietSince ??= performance.now();
}

export function tick() {
  show(reason(current(), since(lostSince), since(quietSince) ?? 0));
}

function since(time) {
  return time === null ? null : (performance.now() - time) / 1000;
}

function isLost({ state }) {
  return state === 'reconnecting' || state === 'lost';
}

/** Whether there should be sound. */
function isHeard(state) {
  return state.state === 'playing' && !state.paused && state.volume > 0;
}

/** What is heard although the stream is lost: 'ad', 'buffer', or null for nothing. */
function heardAfterLoss(state) {
  const { muted, percent } = state.device;
  if (state.paused || state.volume === 0 || muted || percent === 0) return null;
  if (state.break) return state.adVolume === 0 ? null : 'ad';
  return state.rates?.position > 0 && state.buffered > 0 ? 'buffer' : null;
}

/**
 * Why there is silence, as a `kind` and a `text`; null if there is none, or if the listener has
 * paused. A lost stream is a reason before the silence begins. `lost` and `quiet` are in seconds;
 * `lost` is null if it is not known.
 */
export function reason(state, lost, quiet) {
  const { device } = state;
  if (lacksDevice(state)) {
    return { kind: 'sink',
      text: 'No sound: the sound device is gone. Playback continues when it is back.' };
  }
  if (isLost(state)) {
    const time = lost === null || lost < 1 ? '' : ` ${duration(lost)} ago`;
    const why = state.reconnection?.reason ? ` (${state.reconnection.reason})` : '';
    const heard = heardAfterLoss(state);
    const loss = `${heard ? 'The' : 'No sound: the'} stream was lost${time}${why}.`;
    const rest = heard === 'buffer' ? ' What is buffered plays on.' : '';
    return { kind: heard ? 'gap' : 'lost', text: `${loss}${rest} Reconnecting.` };
  }
  if (state.state === 'connecting' && state.failed?.source === state.source) {
    return { kind: 'unreached', text: 'No sound: the stream cannot be reached. Trying again.' };
  }
  const texts = {
    failed: 'No sound: the stream cannot be played.',
    stopped: 'No sound: the player has stopped.',
    idle: 'No sound: nothing is playing.',
  };
  if (texts[state.state]) return { kind: state.state, text: texts[state.state] };
  if (state.paused) return null;
  if (state.volume === 0) return { kind: 'muted', text: 'No sound: the player is muted.' };
  if (state.break && state.adVolume === 0) {
    return { kind: 'adsMuted', text: 'No sound: the volume of advertisements is 0 %.' };
  }
  if (device.muted) {
    return { kind: 'sinkMuted', text: 'No sound: this machine’s mixer has muted the player.' };
  }
  if (device.percent === 0) {
    return { kind: 'sinkMuted', text: 'No sound: the volume in this machine’s mixer is 0 %.' };
  }
  return quiet < quietLimit ? null
    : { kind: 'quiet', text: `No sound: the station has been silent for ${duration(quiet)}.` };
}

function show(found) {
  byId('silence').hidden = found === null;
  document.documentElement.classList.toggle('silent', found !== null && !isWanted(found.kind));
  setText(byId('silence'), found?.text ?? '');
  if (announced?.kind === found?.kind) return;
  const before = announced;
  announced = found;
  if (found) announce(found.text);
  // What was announced since then stays.
  else if (byId('announcer').textContent === before.text) announce(over(current(), before.kind));
}

/** Whether somebody chose the silence; all others are faults. */
function isWanted(kind) {
  return ['muted', 'adsMuted', 'sinkMuted'].includes(kind);
}

/** What is said when the reason is over; nothing if there is another one not to hear anything. */
function over(state, kind) {
  if (state === null || !isHeard(state)) return '';
  return kind === 'gap' ? 'The stream is back.' : 'The sound is back.';
}
