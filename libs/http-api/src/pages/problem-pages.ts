import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { problemKinds, type ProblemKind } from '@sync/service-runtime';
import { html, inline, type Html } from './html';
import { servePage } from './page';

const kinds = Object.keys(problemKinds) as ProblemKind[];

function problemPage(kind: ProblemKind): { title: string; body: Html } {
  const { status, title, cause, remedy } = problemKinds[kind];
  const body = html`<main id="content">
    <header>
      <h1>${title}</h1>
      <p>Status ${status}, <code>/problems/${kind}</code></p>
    </header>
    <h2>What happened</h2>
    <p>${inline(cause)}</p>
    <h2>What to do</h2>
    <p>${inline(remedy)}</p>
    <p><a href="/problems/">All problems</a></p>
  </main>`;
  return { title: `${title} (${status})`, body };
}

function problemList(): { title: string; body: Html } {
  const rows = kinds.map((kind) => {
    const { status, title, cause } = problemKinds[kind];
    return html`<div>
      <dt><a href="/problems/${kind}">${kind}</a><br /><span class="quiet">Status ${status}</span></dt>
      <dd>${title}. <span class="quiet">${inline(cause)}</span></dd>
    </div>`;
  });
  const body = html`<main id="content">
    <header>
      <h1>Problems</h1>
      <p>Every error of the service is a problem (RFC 9457). Its <code>type</code> is the address of one of these pages.</p>
    </header>
    <dl class="members">${rows}</dl>
  </main>`;
  return { title: 'Problems', body };
}

/** /problems/ and a page for the `type` of each problem, from the table in the code. Any other address there is no route: 404. */
export function serveProblemPages(app: NestFastifyApplication): void {
  servePage(app, '/problems/', problemList);
  for (const kind of kinds) servePage(app, `/problems/${kind}`, () => problemPage(kind));
}
