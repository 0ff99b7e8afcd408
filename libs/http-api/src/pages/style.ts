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
[hidden] { display: none !important }
nav h2 { border: 0; font-size: 1rem; margin: 1rem 0 0; padding: 0 }
nav ul { padding: 0; list-style: none }
nav li a { display: inline-block; padding: .2rem 0; text-decoration: none }
nav li a:hover { text-decoration: underline }
label { display: block; margin: .6rem 0; font-weight: 600 }
label .quiet { font-weight: 400 }
input:not([type=checkbox]), textarea { display: block; width: 100%; min-height: 2.25rem; padding: .35rem .5rem; font: inherit; font-weight: 400; color: inherit; background: var(--paper); border: 1px solid var(--quiet); border-radius: 6px }
textarea { font: .875em/1.5 ui-monospace, Consolas, monospace }
button { min-height: 2rem; padding: .2rem .8rem; font: inherit; color: var(--link); background: var(--paper); border: 1px solid currentColor; border-radius: 6px; cursor: pointer }
.samples { display: grid; gap: 0 1rem; align-items: start }
figure { margin: .4rem 0; min-width: 0 }
figcaption { font-weight: 600; min-height: 2rem }
figcaption button { min-height: 1.75rem; font-size: .85rem; margin-left: .5rem }
.try { border: 1px solid var(--line); border-radius: 6px; padding: .2rem .75rem; margin: .5rem 0 }
.result pre { max-height: 30rem; overflow: auto }
.reference nav { padding-bottom: 1rem }
.reference #operations { max-height: 40vh; overflow: auto; border-bottom: 1px solid var(--line) }
@media (min-width: 60rem) {
  .reference { display: grid; grid-template-columns: 19rem minmax(0, 1fr); grid-template-rows: auto 1fr }
  .reference nav { grid-row: 1 / 3; position: sticky; top: 0; height: 100vh; width: 100%; display: flex; flex-direction: column; padding-top: 1rem; border-right: 1px solid var(--line) }
  .reference #operations { max-height: none; flex: 1; border: 0 }
  .reference :is(header, main) { grid-column: 2; max-width: 76rem; width: 100%; margin: 0 }
}
@media (min-width: 80rem) { .samples { grid-template-columns: 1fr 1fr } }
@media (max-width: 34rem) { dl.members > div { grid-template-columns: 1fr } }
@media print { details:not([open]) > :not(summary) { display: block } .reference { display: block } #tools, .try, figure button { display: none } }
footer { padding-top: 3rem; padding-bottom: 3rem; color: var(--quiet) }
`;
