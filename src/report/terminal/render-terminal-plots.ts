import type { ChartSource } from '../charts/chart.js';
import type { Style } from '../style.js';

export function renderTerminalPlots(_sources: readonly ChartSource[], _style: Style): string {
  return '';
}
