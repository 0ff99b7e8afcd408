export interface AboutPageContent {
  addresses: readonly { label: string; url: string }[];
  running: readonly { name: string; detail: string }[];
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 44rem; margin: 3rem auto; padding: 0 1.25rem; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; }
h2 { font-size: 1rem; margin: 2rem 0 .5rem; }
dl { display: grid; grid-template-columns: 11rem 1fr; gap: .4rem 1.5rem; margin: 0; }
dt { opacity: .75; } dd { margin: 0; overflow-wrap: anywhere; }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: .6rem; } }`;

/** Lists the addresses and running processes. */
export function aboutPage({ addresses, running }: AboutPageContent): string {
  const links = addresses.map(({ label, url }) => `<dt>${escaped(label)}</dt><dd><a href="${escaped(url)}">${escaped(url)}</a></dd>`);
  const parts = running.map(({ name, detail }) => `<dt>${escaped(name)}</dt><dd>${escaped(detail)}</dd>`);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"><title>Connection sync</title><style>${style}
</style></head>
<body>
<main>
<h1>Connection sync</h1>
<p>Connects companies with their shops and keeps customers, orders and products in sync.</p>
<h2>Addresses</h2>
<dl>${links.join('\n')}</dl>
<h2>Running</h2>
<dl>${parts.join('\n')}</dl>
</main>
</body>
</html>
`;
}
