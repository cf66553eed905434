import type { Run } from '../../results/file/run-file.js';
import { formatTime } from '../text/format.js';
import { type Fact, renderFacts } from './html-table.js';
import { type Html, html, trusted } from './markup.js';

/** How to measure the same again. */
export function renderReproduction(run: Run, redacted: boolean): Html {
  return html`<p>The same trials in the same order, on the same CPUs:</p>
<pre class="command"><code>${renderCommand(run)}</code></pre>
${redacted ? html`<p>Host, user, directory and file names were taken out of it.</p>` : ''}
${renderFacts(versionFacts(run), 'Versions and time')}`;
}

/** The command as a shell takes it, with the seed, which may have been drawn. */
export function commandLine({ command, seed }: Pick<Run, 'command' | 'seed'>): string {
  return wordsOf({ command, seed }).join(' ');
}

function wordsOf({ command, seed }: Pick<Run, 'command' | 'seed'>): string[] {
  const seeded = command.some((word) => /^--seed(=|$)/.test(word));
  const words = seeded ? command : [...command, '--seed', String(seed)];
  return ['wqbench', ...words.map(shellQuoted)];
}

/** Lines break between the words, not at the hyphens in them. */
function renderCommand(run: Run): Html {
  const words = wordsOf(run).map((word) => html`<span>${word}</span>`.markup);
  return trusted(words.join(' '));
}

function shellQuoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function versionFacts({ toolVersion, environment, startedAt, finishedAt, host }: Run): Fact[] {
  return [
    { name: 'wqbench', value: toolVersion },
    { name: 'Node.js', value: environment.node ?? 'unknown' },
    { name: 'V8', value: environment.v8 ?? 'unknown' },
    { name: 'kernel', value: environment.kernel ?? 'unknown' },
    { name: 'host', value: host },
    { name: 'started', value: formatTime(startedAt) },
    { name: 'finished', value: formatTime(finishedAt) },
  ];
}
