import { byId, setAttribute, setText } from './dom.js';
import { recall, remember } from './memory.js';
import { ask, current, isInAd, isInSlate, isLive, isOver, refusal, refuse } from './player.js';
import { slider } from './slider.js';

const icons = { resume: 'M7 4l13 8-13 8z', pause: 'M7 4h3.5v16H7zM13.5 4H17v16h-3.5z' };
const volume = byId('volume');

/** A refusal is shown until the next action, or until an ad begins or ends. */
let refused = { text: '', wasInAd: false };

button('play', playAction, () => ask(playAction()));
button('live', () => 'live', () => ask('live'));
button('skip', () => 'skip', () => ask('skip'));
button('skip-break', () => 'skip', () => ask('skip', { break: true }));
const held = slider(volume, () => showVolume(volume.valueAsNumber), () => setVolume(volume.valueAsNumber));
byId('mute').addEventListener('click', () => {
  const state = current();
  if (state === null) refuse(refusal('pause'));
  else setVolume(state.volume > 0 ? 0 : loudBefore());
});

document.addEventListener('refused', ({ detail }) => {
  // The absence of the player is shown anyway, and only as long as it lasts.
  refused = { text: current() === null ? '' : detail, wasInAd: isInAd(current()) };
  setText(byId('why'), detail);
});

function button(id, action, act) {
  byId(id).addEventListener('click', () => {
    const reason = refusal(action());
    refused.text = '';
    if (reason) refuse(reason);
    else act();
  });
}

/** The volume before it was muted, in percent, also from an earlier visit. */
function loudBefore() {
  const percent = recall('volume', 100);
  return percent > 0 && percent <= Number(volume.max) ? percent : 100;
}

function setVolume(percent) {
  return ask('volume', { gain: percent / 100 });
}

/** The action of the large button. */
function playAction() {
  const state = current();
  if (state === null || state.paused) return 'resume';
  if (state.allowed.pause) return 'pause';
  return state.allowed.resume || isOver(state) ? 'resume' : 'pause';
}

export function render(state) {
  for (const [id, action] of [['play', playAction()], ['live', 'live'], ['skip', 'skip'],
    ['skip-break', 'skip']]) {
    const reason = refusal(action);
    setAttribute(byId(id), 'aria-disabled', reason ? 'true' : null);
    setAttribute(byId(id), 'aria-describedby', reason ? 'why' : null);
    setAttribute(byId(id), 'title', reason);
  }
  // The buttons of a break take the place of the one that cannot be used in it.
  byId('skip').hidden = !state?.break;
  setText(byId('skip'), isInSlate(state) ? 'Skip' : 'Skip ad');
  byId('skip-break').hidden = !canSkipMore(state?.break);
  byId('live').hidden = state !== null && (!isLive(state) || Boolean(state.break));
  setText(byId('play-text'), playAction() === 'resume' ? 'Play' : 'Pause');
  setAttribute(byId('play-icon'), 'd', icons[playAction()]);
  setAttribute(byId('mute'), 'aria-disabled', state === null ? 'true' : null);
  volume.disabled = state === null;
  setText(byId('why'), whyText(state));
  if (state) renderVolume(Math.round(100 * state.volume));
}

/** Whether skipping all ads can be more than a skip. Under the slate some have to follow. */
function canSkipMore(running) {
  return running?.slate ? running.spots > running.spot : running?.spots > 1;
}

/** Why controls are disabled, or the last refusal. */
function whyText(state) {
  if (state === null) {
    refused.text = '';
    return refusal('pause');
  }
  if (refused.wasInAd !== isInAd(state)) refused.text = '';
  if (refused.text) return refused.text;
  const mustWait = isInAd(state) && refusal('pause');
  const over = isInSlate(state) ? 'break' : 'ad';
  return mustWait ? `You can pause and seek again after the ${over}.` : '';
}

function renderVolume(percent) {
  if (percent > 0) remember('volume', percent);
  const isMuted = percent === 0;
  setAttribute(byId('mute'), 'aria-pressed', isMuted);
  if (held.isHeld()) return;
  volume.value = percent;
  showVolume(percent);
}

function showVolume(percent) {
  setText(byId('volume-text'), `${percent} %`);
  byId('volume-text').classList.toggle('loud', percent > 100);
  setAttribute(volume, 'aria-valuetext', percent > 100 ? `${percent} %, amplified` : `${percent} %`);
}
