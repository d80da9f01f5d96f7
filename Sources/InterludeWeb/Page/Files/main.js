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

function show(state) {
  player.take(state);
  for (const part of parts) part.render(state);
}

function setLink(link, text) {
  document.documentElement.dataset.link = link;
  setText(byId('link'), text);
  byId('gone').hidden = link !== 'gone';
}

/** Without the player no control does anything; those of the transport say so themselves. */
function markControls(isGone) {
  for (const button of document.querySelectorAll('#hear, main button:not(.transport *)')) {
    setAttribute(button, 'aria-disabled', isGone ? 'true' : null);
  }
}

function explain(why, until) {
  setText(byId('gone-why'), why);
  setText(byId('gone-until'), until);
}

/** Whether the player was there before, so that its coming back is worth a word. */
let wasGone = false;

await player.signIn();
listen({
  state: show,
  level: now.renderLevel,
  log: log.add,
  feed: feed.render,
  back() {
    setLink('there', 'Connected');
    markControls(false);
    if (wasGone) announce('The player is back.');
    log.clear();
    feed.begin();
    player.learnRole().then(queue.render);
    truex.greet();
  },
  again: truex.greet,
  async gone() {
    wasGone = true;
    player.explainAbsence('The player is gone.');
    explain('The player is gone.', 'Nothing here is up to date. '
      + 'The page comes back by itself as soon as the player answers.');
    setLink('gone', 'Disconnected');
    markControls(true);
    announce('The player is gone. The page comes back by itself.');
    show(null);
    if (!await player.wantsToken()) return;
    explain('This player wants its token.', 'Open the address that it printed.');
    player.explainAbsence('This player wants its token: open the address that it printed.');
    player.refuse(player.refusal('pause'));
  },
});

// Countdowns are right to a tenth of a second.
setInterval(() => {
  if (document.hidden || player.current() === null) return;
  now.tick();
  transport.tick();
  timeline.tick();
  views.tick();
  truex.tick();
}, 100);
