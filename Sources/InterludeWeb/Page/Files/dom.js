const svgNamespace = 'http://www.w3.org/2000/svg';

export const byId = id => document.getElementById(id);

/** Sets the text only where it differs, so that nothing is laid out or read out anew in vain. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

export function setAttribute(node, name, value) {
  if (value === null) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
}

/** An HTML element with these properties and children. */
export function element(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children.filter(child => child !== null));
  return node;
}

/** An SVG element with these attributes and children. */
export function shape(tag, attributes = {}, ...children) {
  const node = document.createElementNS(svgNamespace, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** A link that leads away from here, and tells `report` when somebody follows it. */
export function wayOut(address, text, about, report) {
  const node = element('a', { href: address, target: '_blank', rel: 'noopener noreferrer' },
    text, element('span', { className: 'unseen', textContent: ` about ${about}` }));
  node.addEventListener('click', report);
  node.addEventListener('auxclick', report);
  return node;
}

/**
 * Makes the children of `list` be one node an item, in their order. The node of an item that was
 * there before is kept, and with it the focus.
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

/** Has a screen reader say something once it is silent. For what changes seldom. */
export function announce(text) {
  announceIn(byId('announcer'), text);
}

/** The same from inside of a dialog, outside of which nothing is said. */
export function announceIn(node, text) {
  node.textContent = text;
}
