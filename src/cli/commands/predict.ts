import type { Command } from '../command.js';
import { PREDICT_FLAGS } from '../predict-flags.js';

export const predictCommand: Command = {
  name: 'predict',
  summary: 'Predict the same for a machine that you do not have.',
  flags: PREDICT_FLAGS,
  examples: [
    ['predict --machine grace-72c --shards 1,2,4,8', 'a published machine'],
    ["predict --topology 'package:2 l3:8 core:64 pu:1' --costs-from epyc-9d64", 'another one'],
    ['predict --validate', 'how far off predictions of published rows are'],
    ['predict --machine epyc-9d64 --explain', "where an item's time goes"],
  ],
  async run(args, context) {
    if (args.validate === true) {
      const { validatePredictions } = await import('../validate-predictions.js');
      return validatePredictions(args, context.io);
    }
    const { parsePredictOptions } = await import('../predict-options.js');
    const options = parsePredictOptions(args);
    const { predict } = await import('../predict.js');
    return predict(options, context);
  },
};
