import { byId, setAttribute, setText } from './dom.js';
import { login } from './player.js';

const form = byId('sign-in');
const field = byId('token');

/** Shows the field for the token in place of the controls, which would be refused. */
export function want() {
  document.documentElement.dataset.link = 'locked';
  form.hidden = false;
}

form.addEventListener('submit', async event => {
  event.preventDefault();
  const reason = await login(field.value.trim());
  setText(byId('token-error'), reason ?? '');
  setAttribute(field, 'aria-invalid', reason ? 'true' : null);
  if (reason) field.focus();
  else location.reload();
});
