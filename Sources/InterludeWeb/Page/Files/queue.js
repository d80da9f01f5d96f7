import { announce, byId, element, reconcile, setAttribute, setText } from './dom.js';
import { duration } from './format.js';
import { ask, current, isOperator, request } from './player.js';

byId('ignore').addEventListener('click', () => ask('ignore'));

form('push', 'spot', value => request('push', { spots: [{ url: value }] }), 'Ad added.');
form('load', 'source', value => request('play', { source: value }), 'Stream changed.');

/** A form with one address, which is cleared once the player accepts it. */
function form(id, name, send, done) {
  const field = byId(id).elements[name];
  const show = reason => {
    setText(byId(`${id}-error`), reason ?? '');
    setAttribute(field, 'aria-invalid', reason ? 'true' : null);
  };
  field.addEventListener('input', () => show(null));
  byId(id).addEventListener('submit', async event => {
    event.preventDefault();
    const { status, reason } = await send(field.value.trim());
    const message = status === 400 ? 'Enter an address beginning with http:// or https://' : reason;
    show(message);
    announce(message ?? done);
    if (message) field.focus();
    else event.target.reset();
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
