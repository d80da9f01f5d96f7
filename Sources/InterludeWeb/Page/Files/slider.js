/**
 * Calls `show` while the listener moves the slider, and `act` at the end of each move. Returns
 * whether it is being moved; updates must leave it alone then.
 */
export function slider(input, show, act) {
  let isHeld = false;
  input.addEventListener('input', () => {
    isHeld = true;
    show();
  });
  input.addEventListener('change', async () => {
    await act();
    isHeld = false;
  });
  return { isHeld: () => isHeld };
}
