// What Papermill offers to connect. Texts of the product, not of the widgets.

/** Key of this product with the service. */
export const system = 'mailing_platform';

export const product = { name: 'Papermill', icon: 'M3 5.5 12 12l9-6.5V19H3z m0 0 9-2.5 9 2.5-9 6.5z' };

export const integrations = [
  {
    key: 'commerce_a',
    title: 'Commerce A',
    line: 'Shops with the Commerce A plugin',
    about: 'Customers, orders and products of your Commerce A shop.',
    icon: 'M4 8h16l-1.5 11h-13zM8.5 8a3.5 3.5 0 0 1 7 0',
  },
  {
    key: 'commerce_b',
    title: 'Commerce B',
    line: 'Shops with the Commerce B module',
    about: 'Customers, orders and products of your Commerce B shop.',
    icon: 'M4 10V6l1.5-3h13L20 6v4M4 10a2.7 2.7 0 0 0 5.3 0 2.7 2.7 0 0 0 5.4 0 2.7 2.7 0 0 0 5.3 0M5.5 13v8h13v-8',
  },
  {
    key: 'direct',
    title: 'Papermill account',
    line: 'No shop, no plugin',
    about: 'Your Papermill account itself is connected at once: there is nothing to install.',
    icon: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5a7.5 7.5 0 0 1 15 0',
  },
];

const svg = (name, attributes) => {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
};

/** A picture of one path. */
export function picture(path, attributes = {}) {
  const made = svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true', ...attributes });
  made.append(svg('path', { d: path }));
  return made;
}

function card({ key, title, line, icon }) {
  const link = document.createElement('a');
  link.href = `#${key}`;
  link.id = `card-${key}`;
  const texts = ['strong', 'span', 'em'].map((kind) => document.createElement(kind));
  texts[0].textContent = title;
  texts[1].textContent = line;
  link.append(picture(icon), ...texts);
  const item = document.createElement('li');
  item.append(link);
  return item;
}

export function showCards() {
  document.getElementById('integrations').replaceChildren(...integrations.map(card));
}

/** Marks the chosen one, and those that are connected by their number of active connections. */
export function markCards(chosen, active) {
  for (const { key } of integrations) {
    const link = document.getElementById(`card-${key}`);
    const count = active.filter(({ system: { slug } }) => slug === (key === 'direct' ? system : key)).length;
    if (key === chosen) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
    link.classList.toggle('is-connected', count > 0);
    link.querySelector('em').textContent =
      count === 0 ? 'Not connected' : key === 'direct' || count === 1 ? 'Connected' : `${count} connected`;
  }
}
