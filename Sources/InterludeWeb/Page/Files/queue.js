import { announce, byId, element, reconcile, setAttribute, setText } from './dom.js';
import { duration } from './format.js';
import { ask, current, isOperator, request } from './player.js';

byId('ignore').addEventListener('click', () => ask('ignore'));

/** The pushed ads that have not ended: what was typed, by the number in the log. */
const pushed = new Map();

/** Why ads failed since the last push was sent: the player may log it before it answers. */
const failures = new Map();

form('push', 'spot', value => {
  failures.clear();
  return request('push', { spots: [{ url: value }] });
}, 'Ad added.', ({ spots }, value) => {
  for (const number of spots ?? []) {
    pushed.set(number, value);
    if (failures.has(number)) tellFailure(number, failures.get(number));
  }
});
form('load', 'source', value => request('play', { source: value }), 'Stream changed.');

/** Tells at the field if an ad that was typed there could not be played. */
export function note({ event, spot, reason }) {
  const number = String(spot);
  if (event === 'slot.failed') {
    failures.set(number, reason);
    if (pushed.has(number)) tellFailure(number, reason);
  } else if (/^slot\.(completed|skipped|notUsed)$/.test(event)) {
    pushed.delete(number);
  }
}

/** The player may have restarted: its numbers may name other ads. */
export function forget() {
  pushed.clear();
}

function tellFailure(number, reason) {
  const message = `${pushed.get(number)} was not played: ${reason}`;
  pushed.delete(number);
  setText(byId('push-error'), message);
  announce(message);
}

/**
 * A form with one address, which is cleared once the player accepts it. A message about something
 * else than the typed text stays until the next address is sent.
 */
function form(id, name, send, done, accepted = () => {}) {
  const field = byId(id).elements[name];
  const show = reason => {
    setText(byId(`${id}-error`), reason ?? '');
    setAttribute(field, 'aria-invalid', reason ? 'true' : null);
  };
  field.addEventListener('input', () => {
    if (field.getAttribute('aria-invalid')) show(null);
  });
  byId(id).addEventListener('submit', async event => {
    event.preventDefault();
    const value = field.value.trim();
    const { status, reason, answer } = await send(value);
    const message = status === 400 ? 'Enter an address beginning with http:// or https://' : reason;
    show(message);
    announce(message ?? done);
    if (message) {
      field.focus();
    } else {
      event.target.reset();
      accepted(answer, value);
    }
  });
}

export function render() {
  const queue = current()?.queue ?? [];
  byId('queue-empty').hidden = queue.length > 0;
  byId('ignore').hidden = queue.length === 0 || !isOperator();
  byId('listeners').hidden = isOperator();
  reconcile(
    byId('queue'), queue.map((spot, index) => ({ ...spot, index })), ({ index }) => index,
    () => element('li', {}, element('span'), element('span', { className: 'quiet' })), update);
}

function update(node, { title, url, duration: seconds }) {
  setText(node.firstChild, title || url?.split('/').pop() || 'Untitled ad');
  setText(node.lastChild, typeof seconds === 'number' ? duration(seconds) : '');
}
