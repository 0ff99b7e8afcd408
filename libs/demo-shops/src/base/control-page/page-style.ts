/** Light or dark like the system; fits a screen of 320 px. */
export const pageStyle = `
:root { color-scheme: light dark; --line: #c4c4c4; --quiet: #555; --strong: #1d4ed8; --on-strong: #fff; --bad: #b00020; --good: #146c2e; }
@media (prefers-color-scheme: dark) { :root { --line: #4a4a4a; --quiet: #bdbdbd; --strong: #93b4ff; --on-strong: #0b1220; --bad: #ff9a9a; --good: #7fd99a; } }
* { box-sizing: border-box; }
html { background: Canvas; color: CanvasText; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; margin-block: .5rem; } h2 { font-size: 1.2rem; margin-block: 0 .5rem; } h3 { font-size: 1rem; margin-block: 1rem .25rem; } p { margin-block: .25rem; }
section { border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; margin-block: 1rem; }
.quiet { color: var(--quiet); font-size: .9rem; }
.row { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; margin-block: .5rem; } .row > .wide { flex: 1 1 14rem; min-width: 0; }
label { display: block; font-size: .9rem; font-weight: 600; }
input, select, button { font: inherit; padding: .35rem .7rem; min-height: 2.5rem; max-width: 100%; border: 1px solid var(--quiet); border-radius: .35rem; background: Canvas; color: CanvasText; }
.wide input, #fields input { width: 100%; } #id { width: 7rem; } input[readonly] { font-family: ui-monospace, monospace; }
input[aria-invalid=true] { border-color: var(--bad); outline: 1px solid var(--bad); }
button { cursor: pointer; } button.main { background: var(--strong); border-color: var(--strong); color: var(--on-strong); } button:disabled { opacity: .5; cursor: default; } button.small { min-height: 2rem; padding: .1rem .5rem; }
:focus-visible { outline: 3px solid var(--strong); outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: start; vertical-align: middle; padding: .4rem .75rem .4rem 0; border-block-end: 1px solid var(--line); overflow-wrap: normal; } td:last-child { padding-inline-end: 0; overflow-wrap: anywhere; }
.number { font-variant-numeric: tabular-nums; } .ids { display: flex; flex-wrap: wrap; gap: .35rem; }
.said:empty { display: none; } .said { border-inline-start: .25rem solid var(--good); padding-inline-start: .6rem; margin-block: .75rem; } .said.bad { border-color: var(--bad); color: var(--bad); }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr)); gap: .5rem; }
pre { overflow: auto; max-height: 20rem; font-size: .85rem; } summary { cursor: pointer; padding-block: .35rem; } [hidden] { display: none !important; }
@media (max-width: 30rem) { body { padding: .5rem; } section { padding: .75rem; } th, td { padding-inline-end: .5rem; } .ids button:nth-child(n+4) { display: none; } }
`;
