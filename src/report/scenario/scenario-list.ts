import { type Scenario, type ScenarioPart, workloadName } from '../../scenarios/scenario.js';
import type { TableFormat } from '../formats.js';
import { joinBlocks } from '../run/render-run.js';
import { type Column, wordColumn } from '../text/columns.js';
import { renderCsv } from '../text/csv.js';
import { renderMarkdownTable } from '../text/markdown.js';
import { renderProse } from '../text/prose.js';
import { bold, type Style } from '../text/style.js';

/** What there is, as text that ends in a newline. */
export function renderScenarioList(
  scenarios: readonly Scenario[],
  format: TableFormat,
  style: Style,
): string {
  switch (format) {
    case 'table':
      return joinBlocks(scenarios.map((scenario) => blockOf(scenario, style)));
    case 'markdown':
      return `${renderMarkdownTable(COLUMNS, scenarios)}\n`;
    case 'csv':
      return renderCsv(COLUMNS, scenarios);
  }
}

/** `{scenarios: [Scenario]}` */
export function scenariosJson(scenarios: readonly Scenario[]): string {
  return `${JSON.stringify({ scenarios }, null, 2)}\n`;
}

function blockOf(scenario: Scenario, style: Style): string[] {
  const { name, summary, published, parts } = scenario;
  return [
    bold(name, style),
    ...[summary, ...parts.map(partLine), `beside: ${published.join(', ')}`].map((line) =>
      renderProse(line, style),
    ),
  ];
}

function partLine(part: ScenarioPart): string {
  const { issuersPerCpu, depth, kworkers, requests, baseline } = part;
  const issuers = `issuers a CPU ${Number(issuersPerCpu.toFixed(2))}`;
  const scopes = requests.map((request) => {
    const strict = request.affinityStrict ? '+strict' : '';
    const wake = request.wake === 'lifo' ? '' : `+${request.wake}`;
    return request.scopes.map((scope) => `${scope}${strict}${wake}`).join(' ');
  });
  const load = `${workloadName(part)}, ${issuers}, depth ${depth}, kworkers ${kworkers}`;
  return `${part.name}: ${load}: ${scopes.join(' ')}, against ${baseline}`;
}

const COLUMNS: readonly Column<Scenario>[] = [
  wordColumn('name', 'name', ({ name }) => name),
  wordColumn('what it does', 'summary', ({ summary }) => summary),
  wordColumn('parts', 'parts', ({ parts }) => parts.map(({ name }) => name).join('; ')),
  wordColumn('beside', 'published', ({ published }) => published.join(', ')),
];
