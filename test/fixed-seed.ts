import fc from 'fast-check';

/** Property tests draw the same cases every time; FC_SEED draws others. */
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 1) });
