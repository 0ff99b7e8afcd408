// What could not be done, and the way to try it again.
const at = (id) => document.getElementById(id);

/** `again`: none when trying it again helps nobody. */
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
