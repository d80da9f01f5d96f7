import { announce, byId, setAttribute, setText } from './dom.js';
import { listen } from './events.js';
import * as player from './player.js';
import * as now from './now.js';
import * as transport from './transport.js';
import * as advert from './advert.js';
import * as timeline from './timeline.js';
import * as queue from './queue.js';
import * as latency from './latency.js';
import * as views from './views.js';
import * as truex from './truex.js';
import * as feed from './feed.js';
import * as log from './log.js';
import './hear.js';

const parts = [now, transport, advert, timeline, queue, latency, views, truex];

const isGone = 'The player is not responding.';

function show(state) {
  player.take(state);
  for (const part of parts) part.render(state);
}

function setLink(link, text) {
  document.documentElement.dataset.link = link;
  setText(byId('link'), text);
  byId('gone').hidden = link !== 'gone';
}

/** Disables controls without a player. Those of the transport explain the reason themselves. */
function markControls(mustWait) {
  for (const button of document.querySelectorAll('#hear, main button:not(.transport *)')) {
    setAttribute(button, 'aria-disabled', mustWait ? 'true' : null);
  }
}

function explain(why, until) {
  setText(byId('gone-why'), why);
  setText(byId('gone-until'), until);
}

/** Whether the connection was lost before, so that its return is announced. */
let wasGone = false;

await player.signIn();
listen({
  state: show,
  level: now.renderLevel,
  log(record) {
    log.add(record);
    queue.note(record);
  },
  feed: feed.render,
  back() {
    setLink('there', 'Connected');
    markControls(false);
    if (wasGone) announce('Reconnected.');
    log.clear();
    feed.begin();
    queue.forget();
    player.learnRole().then(queue.render);
    truex.reset();
  },
  again: truex.reset,
  async gone() {
    wasGone = true;
    player.explainAbsence(isGone);
    explain(isGone, 'This page shows its last state. It reconnects automatically.');
    setLink('gone', 'Disconnected');
    markControls(true);
    announce(`${isGone} The page reconnects automatically.`);
    show(null);
    if (!await player.wantsToken()) return;
    explain('This player requires a token.', 'Open the address that the player printed.');
    player.explainAbsence('This player requires a token: open the address that it printed.');
    player.refuse(player.refusal('pause'));
  },
});

// Countdowns are accurate to a tenth of a second.
setInterval(() => {
  if (document.hidden || player.current() === null) return;
  now.tick();
  transport.tick();
  advert.tick();
  timeline.tick();
  views.tick();
  truex.tick();
}, 100);
