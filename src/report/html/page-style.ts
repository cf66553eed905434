/**
 * Colours are custom properties, dark ones by the reader's preference; text keeps a contrast of at
 * least 4.5:1 on what it stands on. On paper everything unfolds and nothing scrolls.
 */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fdfdfc;
  --panel: #f3f4f3;
  --ink: #1d2125;
  --muted: #565d64;
  --rule: #d7dadc;
  --link: #1a5a8e;
  --alert: #fbf1df;
  --alert-ink: #5c3a06;
  --alert-rule: #c98a1b;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #16191c;
    --panel: #1f2327;
    --ink: #e4e6e8;
    --muted: #a2a9b0;
    --rule: #363c42;
    --link: #84bdec;
    --alert: #2e2615;
    --alert-ink: #f2d9a6;
    --alert-rule: #b07f24;
  }
}
* { box-sizing: border-box; }
html { background: var(--paper); }
body {
  max-width: 74rem;
  margin: 0 auto;
  padding: 2rem 1.25rem 3rem;
  background: var(--paper);
  color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
  overflow-wrap: anywhere;
}
h1, h2 { line-height: 1.2; font-weight: 600; break-after: avoid; }
h1 { margin: 0; font-size: 1.75em; letter-spacing: -0.01em; }
h2 { margin: 3rem 0 1rem; padding-top: 0.75rem; border-top: 1px solid var(--rule); font-size: 1.25em; }
p, dd { max-width: 44rem; margin: 0.6rem 0; }
a { color: var(--link); }
a:focus-visible, summary:focus-visible, .scroll:focus-visible {
  outline: 2px solid var(--link);
  outline-offset: 2px;
}
code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 0.9em; }
pre { margin: 0.8rem 0; padding: 0.75rem 1rem; background: var(--panel); white-space: pre-wrap; }
.command span { display: inline-block; max-width: 100%; }
.muted { color: var(--muted); font-size: 0.9em; }
.headline { max-width: 50rem; margin: 1.25rem 0; font-size: 1.2em; line-height: 1.45; }
.skip { position: absolute; left: -100vw; padding: 0.5rem 1rem; background: var(--paper); }
.skip:focus { left: 0; top: 0; }
.notices { margin: 1.25rem 0; padding: 0; list-style: none; }
.notices li {
  margin: 0.5rem 0;
  padding: 0.6rem 1rem;
  border-left: 4px solid var(--alert-rule);
  background: var(--alert);
  color: var(--alert-ink);
  font-weight: 600;
}
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin: 1.5rem 0 0; padding: 0; list-style: none; font-size: 0.9em; }
.scroll { position: relative; margin: 1.25rem 0; overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.9em; line-height: 1.35; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
caption { padding: 0 0 0.5rem; color: var(--muted); text-align: left; }
th, td { padding: 0.4rem 0.75rem; vertical-align: top; }
th:first-child, td:first-child { padding-left: 0; }
th:last-child, td:last-child { padding-right: 0; }
thead th { border-bottom: 1px solid var(--ink); vertical-align: bottom; font-weight: 600; }
tbody th { font-weight: 400; }
tbody tr + tr > * { border-top: 1px solid var(--rule); }
tbody tr:last-child > * { border-bottom: 1px solid var(--rule); }
.left { text-align: left; }
.right { text-align: right; white-space: nowrap; }
/* Columns say "property" and "value": wanted by those who hear the table, plain to those who see it. */
.facts thead th { padding: 0; border: 0; }
.facts thead span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.facts tbody tr:first-child > * { border-top: 1px solid var(--ink); }
.facts tbody th { color: var(--muted); }
.abreast { columns: 2 26rem; column-gap: 3rem; }
.abreast .scroll { margin: 0; padding: 0 0 1.25rem; break-inside: avoid; }
.footnotes { max-width: 44rem; margin: 1rem 0; padding: 0; list-style: none; font-size: 0.9em; color: var(--muted); }
.downloads { padding-left: 1.25rem; }
details { margin: 1.25rem 0; }
summary { color: var(--link); cursor: pointer; }
figure { margin: 1.5rem 0 2.5rem; }
figure { overflow-x: auto; }
figure svg { display: block; max-width: 100%; min-width: 40rem; height: auto; }
figcaption { max-width: 44rem; margin-top: 0.5rem; font-size: 0.9em; color: var(--muted); }
.warnings dt { margin-top: 1.25rem; }
.warnings dd { margin: 0.25rem 0 0; color: var(--muted); font-size: 0.9em; }
footer { margin-top: 3rem; border-top: 1px solid var(--rule); }
@page { size: A4; margin: 14mm 12mm; }
@media print {
  :root {
    color-scheme: light;
    --paper: #fff;
    --panel: #f3f4f3;
    --ink: #000;
    --muted: #444;
    --rule: #bbb;
    --link: #000;
    --alert: #fff;
    --alert-ink: #000;
    --alert-rule: #000;
  }
  body { max-width: none; padding: 0; font-size: 9.5pt; }
  nav, .skip, footer { display: none; }
  a { text-decoration: none; }
  h2 { margin-top: 1.5rem; }
  .scroll, figure { overflow: visible; }
  figure svg { min-width: 0; }
  table { font-size: 8pt; }
  th, td { padding: 0.2rem 0.35rem; }
  thead { display: table-header-group; }
  .abreast { columns: auto; }
  .facts, tr, figure, .notices li, dt, dd, pre { break-inside: avoid; }
  h1, h2, dt, caption, thead { break-after: avoid; }
  .warnings dd + dd { break-before: avoid; }
  summary { display: none; }
  details::details-content { display: block; content-visibility: visible; }
}
`;
