import { announceIn, byId, setAttribute, setText } from './dom.js';
import { left, ownPicture, webAddress } from './format.js';
import { current, ran, truexOf } from './player.js';
import * as unit from './unit.js';

const dialog = byId('truex');
const say = words => announceIn(byId('truex-said'), words);

/** What is shown of each kind of view; of those that are not here the unit stays as it is. */
const faces = {
  loading: byId('truex-loading'),
  choiceCard: byId('truex-card'),
  engagement: byId('truex-unit'),
  cancelPrompt: byId('truex-prompt'),
  skipCard: byId('truex-skip'),
  popup: byId('truex-popup'),
};

/** What the way out of each kind of view does: Escape, and nothing else, leaves them so. */
const escapes = {
  choiceCard: 'back', engagement: 'back', cancelPrompt: 'back', popup: 'popupClosed',
};

/** The kind that was drawn last. */
let drawn = 'nothing';

/** What the player was told of whether this page is seen; null while it knows nothing of it. */
let told = null;

for (const button of dialog.querySelectorAll('[data-do]')) {
  button.addEventListener('click', () => {
    if (button.getAttribute('aria-disabled') !== 'true') unit.tell(button.dataset.do);
  });
}
dialog.addEventListener('keydown', event => {
  if (event.key !== 'Escape') return;
  event.preventDefault();
  if (escapes[drawn]) unit.tell(escapes[drawn]);
});
dialog.addEventListener('cancel', event => event.preventDefault());
// A browser may close what it will; what is shown is the player's to say.
dialog.addEventListener('close', () => {
  if (drawn !== 'nothing') dialog.showModal();
});
document.addEventListener('visibilitychange', tellLook);

/** The page has just begun to listen to the player, which knows nothing of it yet. */
export function greet() {
  told = null;
}

/** Tells the player whether this page is seen: a unit that nobody sees stands still. */
function tellLook() {
  const look = document.hidden ? 'hidden' : 'shown';
  if (current() === null || look === told) return;
  told = look;
  unit.tell(look);
}

export function render(state) {
  const view = truexOf(state);
  const isNew = view.kind !== drawn;
  drawn = view.kind;
  tellLook();
  if (!(view.kind in faces)) {
    unit.close();
    if (dialog.open) dialog.close();
    return;
  }
  for (const [kind, face] of Object.entries(faces)) face.hidden = kind !== view.kind;
  draw[view.kind](view);
  if (!dialog.open) dialog.showModal();
  tick();
  if (isNew) begin(view);
}

/** What is new is said, and what it asks for has the focus. */
function begin({ kind }) {
  const face = faces[kind];
  (face.querySelector('[data-first]') ?? byId('truex-title')).focus();
  say([byId('truex-title').textContent, ...[...face.querySelectorAll('[data-said]')]
    .map(node => node.textContent)].filter(Boolean).join('. '));
}

const draw = {
  loading() {
    unit.close();
    setTitle('One moment');
  },

  choiceCard({ card }) {
    unit.close();
    setTitle(card.texts.title);
    showPicture(byId('truex-background'), card);
    for (const [id, words] of [['truex-opt-in', card.texts.interact],
      ['truex-opt-out', card.texts.watch]]) {
      setText(byId(id), words);
      setAttribute(byId(id), 'aria-disabled', card.buttons === 'enabled' ? null : 'true');
    }
  },

  engagement({ engagement }) {
    setTitle(engagement.campaignName || 'Interactive advertisement');
    unit.show(webAddress(engagement.creative), engagement);
    byId('truex-cancel').hidden = engagement.exit !== 'cancel';
    const wasDone = !byId('truex-done').hidden;
    byId('truex-done').hidden = engagement.exit !== 'done';
    if (engagement.exit === 'done' && !wasDone) say(`${earned} “I’m done” leaves the ad.`);
    const { step } = engagement;
    setText(byId('truex-step'), step ? `Step ${step.number} of ${step.count}` : '');
  },

  cancelPrompt() {
    unit.hold();
    setTitle('Go back to the choice?');
  },

  skipCard({ card }) {
    unit.close();
    setTitle(card.campaignName ? `Brought to you by ${card.campaignName}` : 'No ads this time');
    showPicture(byId('truex-sponsor'), card);
  },

  popup({ url }) {
    unit.hold();
    setTitle('The advertiser’s page');
    const address = webAddress(url);
    setAttribute(byId('truex-link'), 'href', address);
    setText(byId('truex-link'), address ? `Open ${new URL(address).host}` : 'It has no address');
  },
};

const earned = 'Earned: the ads of this break are skipped. Stay as long as you like.';

function showPicture(image, { background }) {
  const address = ownPicture(background);
  image.hidden = address === null;
  setAttribute(image, 'src', address);
}

function setTitle(words) {
  setText(byId('truex-title'), words);
}

/** Counts on what runs, until the player says otherwise. */
export function tick() {
  const view = truexOf(current());
  switch (view.kind) {
    case 'choiceCard':
      setText(byId('truex-timer'), timerText(view.card));
      break;
    case 'engagement':
      setText(byId('truex-left'), attentionText(view.engagement));
      break;
    case 'skipCard':
      setText(byId('truex-skip-left'), `The programme goes on in ${left(ran(view.card.left))}.`);
      break;
  }
}

function timerText({ left: timer, texts }) {
  if (!timer) return '';
  return texts.timer.replace('[countdown]', Math.max(0, Math.ceil(ran(timer) - 0.02)));
}

/** What is still to be done for a break without ads. */
function attentionText({ attentionLeft, interaction, exit }) {
  if (exit === 'done') return earned;
  const seconds = ran(attentionLeft);
  if (exit === 'none') return `${left(seconds)} left`;
  const wishes = [];
  if (seconds > 0) wishes.push(`stay for ${left(seconds)}`);
  if (interaction === 'missing') wishes.push('use the ad once');
  const words = wishes.join(' and ');
  return words ? `${words[0].toUpperCase()}${words.slice(1)} to skip the ads of this break.` : '';
}
