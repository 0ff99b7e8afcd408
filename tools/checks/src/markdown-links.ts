/** The Markdown outside of code, where brackets are no links. */
function prose(markdown: string): string {
  return markdown.replaceAll(/^```.*?^```/gms, '').replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()]/g, ''));
}

/** Targets of links and images within the repository, as written. */
export function localLinks(markdown: string): string[] {
  const targets = [...prose(markdown).matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g)].map(([, target]) => target ?? '');
  return targets.filter((target) => !/^[a-z]+:/i.test(target));
}

/** Anchors of the headings, numbered like GitHub's when a heading repeats. */
export function headingAnchors(markdown: string): string[] {
  const seen = new Map<string, number>();
  return [...prose(markdown).matchAll(/^#{1,6} +(.+?)(?: +#+)?$/gm)].map(([, heading = '']) => {
    const text = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
    const slug = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .replaceAll(' ', '-');
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    return times === 0 ? slug : `${slug}-${times}`;
  });
}
