import { announce, byId, element, reconcile, setText } from './dom.js';
import { duration } from './format.js';
import { ask, current, isOperator } from './player.js';

byId('ignore').addEventListener('click', () => ask('ignore'));

form('push', 'spot', async value => await ask('push', { spots: [{ url: value }] })
  && announce('The spot was added.'));
form('load', 'source', value => ask('play', { source: value }));

/** A form with one field, which is emptied once the player has accepted what stands in it. */
function form(id, field, send) {
  byId(id).addEventListener('submit', async event => {
    event.preventDefault();
    const accepted = await send(event.target.elements[field].value.trim());
    if (accepted !== false) event.target.reset();
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
  setText(node.firstChild, title || url?.split('/').pop() || 'Untitled spot');
  setText(node.lastChild, typeof seconds === 'number' ? duration(seconds) : '');
}
