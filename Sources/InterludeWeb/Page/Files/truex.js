import { announceIn, byId, setAttribute, setText } from './dom.js';
import { duration, left, ownPicture, webAddress } from './format.js';
import { current, ran, truexOf } from './player.js';
import * as unit from './unit.js';

const dialog = byId('truex');
const say = text => announceIn(byId('truex-said'), text);

/** The part of the dialog for each kind of view. Any other kind closes the dialog. */
const faces = {
  loading: byId('truex-loading'),
  choiceCard: byId('truex-card'),
  engagement: byId('truex-unit'),
  cancelPrompt: byId('truex-prompt'),
  skipCard: byId('truex-skip'),
  popup: byId('truex-popup'),
};

/** The message that Escape sends in each kind of view. */
const escapes = {
  choiceCard: 'back', engagement: 'back', cancelPrompt: 'back', popup: 'popupClosed',
};

/** The kind of view drawn last. */
let drawn = 'nothing';

/** The visibility of this page that was reported last; null if none was. */
let reported = null;

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
// Only the player closes the dialog; a browser may have done it too.
dialog.addEventListener('close', () => {
  if (drawn !== 'nothing') dialog.showModal();
});
document.addEventListener('visibilitychange', reportVisibility);

/** Begins a new connection, for which the player has no visibility of this page yet. */
export function begin() {
  reported = null;
}

export { begin as beginAgain };

/** Reports the visibility of this page: a unit is paused while no page is visible. */
function reportVisibility() {
  const visibility = document.hidden ? 'hidden' : 'shown';
  if (current() === null || visibility === reported) return;
  reported = visibility;
  unit.tell(visibility);
}

export function render(state) {
  const view = truexOf(state);
  const isNew = view.kind !== drawn;
  drawn = view.kind;
  reportVisibility();
  if (!(view.kind in faces)) {
    unit.close();
    if (dialog.open) dialog.close();
    return;
  }
  for (const [kind, face] of Object.entries(faces)) face.hidden = kind !== view.kind;
  draw[view.kind](view);
  if (!dialog.open) dialog.showModal();
  tick();
  if (isNew) present(view);
}

/** Announces a new view, and focuses its first control. */
function present({ kind }) {
  const face = faces[kind];
  (face.querySelector('[data-first]') ?? byId('truex-title')).focus();
  say([byId('truex-title').textContent, ...[...face.querySelectorAll('[data-said]')]
    .map(node => node.textContent)].filter(Boolean).join('. '));
}

const draw = {
  loading() {
    unit.close();
    setTitle('Loading the ad');
  },

  choiceCard({ card }) {
    unit.close();
    setTitle(card.texts.title);
    showPicture(byId('truex-background'), card);
    setText(byId('truex-gain'), gainText(card));
    for (const [id, text] of [['truex-opt-in', card.texts.interact],
      ['truex-opt-out', card.texts.watch]]) {
      setText(byId(id), text);
      setAttribute(byId(id), 'aria-disabled', card.buttons === 'enabled' ? null : 'true');
    }
  },

  engagement({ engagement }) {
    setTitle(engagement.campaignName || 'Interactive advertisement');
    unit.show(webAddress(engagement.creative), engagement);
    byId('truex-cancel').hidden = engagement.exit !== 'cancel';
    const wasDone = !byId('truex-done').hidden;
    byId('truex-done').hidden = engagement.exit !== 'done';
    if (engagement.exit === 'done' && !wasDone) say(`${earned} “I’m done” closes the ad.`);
    const { step } = engagement;
    setText(byId('truex-step'), step ? `Step ${step.number} of ${step.count}` : '');
  },

  cancelPrompt() {
    unit.hold();
    setTitle('Leave the ad?');
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
    setText(byId('truex-link'), address ? `Open ${new URL(address).host}` : 'No address');
  },
};

/** What the listener gains by the interactive ad. */
function gainText({ attention, texts }) {
  const stay = attention > 0 ? `stay ${duration(attention)} and tap once in it` : 'tap once in it';
  return `“${texts.interact}”: open one interactive ad, ${stay}, and this break has no other ads.`;
}

const earned = 'Earned: no more ads in this break. Stay as long as you like.';

function showPicture(image, { background }) {
  const address = ownPicture(background);
  image.hidden = address === null;
  setAttribute(image, 'src', address);
}

function setTitle(text) {
  setText(byId('truex-title'), text);
}

/** Updates the countdowns between two states of the player. */
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
      setText(byId('truex-skip-left'), `The programme continues in ${left(ran(view.card.left))}.`);
      break;
  }
}

function timerText({ left: timer, texts }) {
  if (!timer) return '';
  return texts.timer.replace('[countdown]', Math.max(0, Math.ceil(ran(timer) - 0.02)));
}

/** What the listener still has to do for a break without ads. */
function attentionText({ attentionLeft, interaction, exit }) {
  if (exit === 'done') return earned;
  const seconds = ran(attentionLeft);
  if (exit === 'none') return `${left(seconds)} left`;
  const tasks = [];
  if (seconds > 0) tasks.push(`stay ${left(seconds)}`);
  if (interaction === 'missing') tasks.push('tap once in the ad');
  const text = tasks.join(' and ');
  return text ? `${text[0].toUpperCase()}${text.slice(1)}: no more ads in this break` : '';
}
