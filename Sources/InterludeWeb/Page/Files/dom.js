const svgNamespace = 'http://www.w3.org/2000/svg';

export const byId = id => document.getElementById(id);

/** Sets the text only if it differs, to avoid layout and repeated announcements. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

export function setAttribute(node, name, value) {
  if (value === null) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
}

/** Creates an HTML element; null children are left out. */
export function element(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children.filter(child => child !== null));
  return node;
}

export function shape(tag, attributes = {}, ...children) {
  const node = document.createElementNS(svgNamespace, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** Creates a link to another site, and calls `report` on a click. */
export function externalLink(address, text, about, report) {
  const node = element('a', { href: address, target: '_blank', rel: 'noopener noreferrer' },
    text, element('span', { className: 'unseen', textContent: ` about ${about}` }));
  node.addEventListener('click', report);
  node.addEventListener('auxclick', report);
  return node;
}

/**
 * Gives `list` one child per item, in order. Keeps the node of an item that it already has, and
 * with it the focus.
 */
export function reconcile(list, items, key, make, update) {
  const known = new Map([...list.children].map(node => [node.dataset.key, node]));
  items.forEach((item, index) => {
    const name = String(key(item));
    let node = known.get(name);
    known.delete(name);
    if (!node) {
      node = make(item);
      node.dataset.key = name;
    }
    update(node, item, index);
    if (list.children[index] !== node) list.insertBefore(node, list.children[index] ?? null);
  });
  for (const node of known.values()) node.remove();
}

/** Makes screen readers speak `text`. For rare changes only. */
export function announce(text) {
  announceIn(byId('announcer'), text);
}

/** Announces in `node`: an open dialog silences everything outside of it. */
export function announceIn(node, text) {
  node.textContent = text;
}
