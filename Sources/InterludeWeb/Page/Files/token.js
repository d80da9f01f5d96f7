import { byId, setAttribute, setText } from './dom.js';
import { login } from './player.js';

const form = byId('sign-in');
const field = byId('token');

/**
 * Shows the field for the token in place of the controls, which would be refused. `reason` is why the
 * token in the page's address was refused; null if there was none.
 */
export function want(reason) {
  document.documentElement.dataset.link = 'locked';
  form.hidden = false;
  if (reason) show(reason);
}

function show(reason) {
  setText(byId('token-error'), reason ?? '');
  setAttribute(field, 'aria-invalid', reason ? 'true' : null);
}

form.addEventListener('submit', async event => {
  event.preventDefault();
  const reason = await login(field.value.trim());
  show(reason);
  if (reason) field.focus();
  else location.reload();
});
