import type { Chart } from '../charts/chart.js';
import { type Html, type HtmlPart, html, trusted } from './markup.js';
import { PAGE_STYLE } from './page-style.js';

export interface PageSection {
  readonly id: string;
  readonly title: string;
  readonly body: Html;
}

/** What a page says above its sections. */
export interface Page {
  readonly toolVersion: string;
  readonly title: string;
  /** Machine and time. */
  readonly place: string;
  readonly headline: string;
  readonly notices: readonly string[];
  readonly sections: readonly PageSection[];
}

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/** The whole document, which ends in a newline. */
export function renderPage(page: Page): string {
  const { toolVersion, title, place, headline, sections } = page;
  const document = html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="wqbench ${toolVersion}">
<title>wqbench on ${place}</title>
<link rel="icon" href="data:,">
<style>${trusted(PAGE_STYLE)}</style>
</head>
<body>
<a class="skip" href="#results">Skip to the results</a>
<header>
<h1>${title}</h1>
<p class="muted">${place}</p>
<p class="headline">${headline}</p>
${renderNotices(page.notices)}
<nav aria-label="Contents"><ul>${sections.map(renderEntry)}</ul></nav>
</header>
<main>
${sections.map(renderSection)}
</main>
<footer><p class="muted">wqbench ${toolVersion}</p></footer>
</body>
</html>`;
  return `${document.markup}\n`;
}

function renderNotices(notices: readonly string[]): HtmlPart {
  if (notices.length === 0) return '';
  return html`<ul class="notices" aria-label="Notices">
${notices.map((notice) => html`<li>${notice}</li>`)}
</ul>`;
}

function renderEntry({ id, title }: PageSection): Html {
  return html`<li><a href="#${id}">${title}</a></li>`;
}

function renderSection({ id, title, body }: PageSection): Html {
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${body}
</section>`;
}

export function renderChart({ id, title, description, svg }: Chart): Html {
  return html`<figure id="chart-${id}" tabindex="0">
${trusted(named(svg, title))}
<figcaption>${description}</figcaption>
</figure>`;
}

/** A drawing that says itself what it is keeps its word; any other is an image called `title`. */
function named(svg: string, title: string): string {
  const attributes = html` role="img" aria-label="${title}"`.markup;
  return /^<svg\b[^>]*\brole=/.test(svg) ? svg : svg.replace(/^<svg\b/, () => `<svg${attributes}`);
}
