/** Of the pages that people read. Everything wraps: no page scrolls sideways at 320 pixels, and nothing inside needs to. */
export const style = `
:root { color-scheme: light dark; --text: #1a1d21; --quiet: #4c545e; --line: #d3d9e0; --paper: #fff; --raised: #f3f5f8; --link: #0b57b0; --good: #14692f; --bad: #a3231a;
  font: 16px/1.55 system-ui, sans-serif; color: var(--text); background: var(--paper); scroll-padding-top: 1rem }
@media (prefers-color-scheme: dark) { :root { --text: #e6e9ee; --quiet: #aab3bf; --line: #3a424d; --paper: #14171c; --raised: #1e232a; --link: #8ab8ff; --good: #7fd79a; --bad: #ff9d94 } }
*, ::before { box-sizing: border-box }
body { margin: 0; overflow-wrap: anywhere }
a { color: var(--link) }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 2px }
.skip { position: absolute; left: -100rem }
.skip:focus { left: 1rem; top: .5rem; background: var(--paper); padding: .5rem; z-index: 1 }
main, header, nav, footer { padding: 0 1.25rem; max-width: 52rem; margin: 0 auto }
header { padding-top: 2rem }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 .5rem }
h2 { font-size: 1.35rem; margin: 3rem 0 .5rem; padding-top: 1rem; border-top: 1px solid var(--line) }
h3 { font-size: 1.1rem; margin: 2.25rem 0 .25rem }
h4 { font-size: .95rem; margin: 1rem 0 .25rem }
p, ul, ol, dl { margin: .4rem 0 }
li { margin: .15rem 0 }
code, pre { font: .875em/1.5 ui-monospace, Consolas, monospace }
code { background: var(--raised); padding: .1em .3em; border-radius: 3px }
pre { background: var(--raised); padding: .75rem; border-radius: 6px; white-space: pre-wrap; margin: .4rem 0 }
.route { font-weight: 600 }
.method, .status { display: inline-block; min-width: 3.5em }
.good { color: var(--good) } .bad { color: var(--bad) }
.quiet { color: var(--quiet) }
dl.members { border-top: 1px solid var(--line) }
dl.members > div { border-bottom: 1px solid var(--line); padding: .35rem 0; display: grid; grid-template-columns: minmax(9rem, 14rem) 1fr; gap: 0 1rem }
dl.members dd { margin: 0 }
details { border-bottom: 1px solid var(--line); padding: .2rem 0 }
summary { cursor: pointer; padding: .3rem 0; min-height: 24px }
nav h2 { border: 0; font-size: 1rem; margin: 1rem 0 0; padding: 0 }
nav ul { columns: 2 16rem; padding: 0; list-style: none }
nav li { break-inside: avoid }
nav li a { display: inline-block; padding: .2rem 0 }
@media (max-width: 34rem) { dl.members > div { grid-template-columns: 1fr } }
@media print { details:not([open]) > :not(summary) { display: block } }
footer { padding-top: 3rem; padding-bottom: 3rem; color: var(--quiet) }
`;
