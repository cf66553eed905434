import type { Chart } from '../../../src/report/charts/chart.js';

/** Wider than a phone, drawn in the colour of the text. */
export const CHART: Chart = {
  id: 'bars',
  title: 'Bars of several lengths.',
  description: 'The second is the longest.',
  svg: [
    '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="90" viewBox="0 0 900 90">',
    '<rect x="0" y="10" width="400" height="30" fill="currentColor"></rect>',
    '<rect x="0" y="50" width="800" height="30" fill="currentColor"></rect>',
    '</svg>',
  ].join(''),
};
