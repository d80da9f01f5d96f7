import { announce, byId, element, reconcile, setAttribute, setText } from './dom.js';
import { duration, readable } from './format.js';
import { askAt, isOperator, request } from './player.js';

/** The pushed ads that have not ended: what was typed, by the number in the log. */
const pushed = new Map();

/** Why ads failed since the last push was sent: the player may log it before it answers. */
const failures = new Map();

byId('ignore').addEventListener('click', () => askAt(byId('queue-error'), 'ignore'));

form('push', 'spot', value => {
  failures.clear();
  return request('push', { spots: [{ url: value }] });
}, 'Ad added.', ({ spots }, value) => {
  for (const number of spots ?? []) {
    pushed.set(number, value);
    if (failures.has(number)) sayFailure(number, failures.get(number));
  }
});
form('load', 'source', value => request('play', { source: value }), 'Stream changed.');

/**
 * A form with one address, which is cleared once the player accepts it. The reason of a refusal
 * stays at the field until the next request.
 */
function form(id, name, send, done, accepted = () => {}) {
  const field = byId(id).elements[name];
  byId(id).addEventListener('submit', async event => {
    event.preventDefault();
    sayAt(id, '');
    const value = field.value.trim();
    const { status, reason, answer } = await send(value);
    const message = status === 400 ? 'Enter an address beginning with http:// or https://' : reason;
    announce(message ?? done);
    if (message) {
      sayAt(id, message);
      field.focus();
    } else {
      event.target.reset();
      accepted(answer, value);
    }
  });
}

function sayAt(id, message) {
  setText(byId(`${id}-error`), message);
  setAttribute(byId(id).querySelector('input'), 'aria-invalid', message ? 'true' : null);
}

/** The player may have restarted: its numbers may name other ads. */
export function begin() {
  pushed.clear();
}

/** Says at the field if an ad that was typed there could not be played. */
export function addLine({ event, spot, reason }) {
  const number = String(spot);
  if (event === 'slot.failed') {
    failures.set(number, reason);
    if (pushed.has(number)) sayFailure(number, reason);
  } else if (/^slot\.(completed|skipped|notUsed)$/.test(event)) {
    pushed.delete(number);
  }
}

function sayFailure(number, reason) {
  const message = `${pushed.get(number)} was not played: ${reason}.`;
  pushed.delete(number);
  sayAt('push', message);
  announce(message);
}

export function render(state) {
  const queue = state?.queue ?? [];
  byId('queue-empty').hidden = queue.length > 0;
  byId('ignore').hidden = queue.length === 0 || !isOperator();
  byId('listeners').hidden = isOperator();
  const counts = new Map();
  const rows = queue.map(spot => {
    const number = (counts.get(spot.id) ?? 0) + 1;
    counts.set(spot.id, number);
    return { ...spot, key: `${spot.id} ${number}` };
  });
  reconcile(byId('queue'), rows, ({ key }) => key, make, update);
}

function make({ id }) {
  const remove = element('button', { className: 'remove', textContent: '×' });
  remove.addEventListener('click', async () => {
    if (await askAt(byId('queue-error'), 'ignore', { spot: id })) byId('queue-title').focus();
  });
  return element('li', {}, element('span', { className: 'name' }),
    element('span', { className: 'quiet' }), remove);
}

function update(node, { title, duration: seconds }) {
  const name = readable(title) || 'Untitled ad';
  const [text, length, remove] = node.children;
  setText(text, name);
  setText(length, typeof seconds === 'number' ? duration(seconds) : 'length not known yet');
  remove.hidden = !isOperator();
  setAttribute(remove, 'aria-label', `Remove ${name}`);
}
