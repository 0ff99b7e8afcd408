// Failures, each with a button to retry.
const at = (id) => document.getElementById(id);

/** `again`: absent when a retry cannot help. */
export function notify(id, text, again) {
  const button = at(id).querySelector('button');
  at(id).querySelector('span').textContent = text;
  button.hidden = !again;
  button.onclick = () => void again();
  at(id).hidden = false;
}

export function withdraw(id) {
  at(id).hidden = true;
}
