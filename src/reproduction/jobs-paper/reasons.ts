/** Reason, used for several claims, that concerns the methods without profiles (ValOpt and ValEnSepOpt). */
const TOP_LEVEL =
  'On the fewest cores of least response time, at the highest frequency, ValOpt and ValEnSepOpt give their cores back soonest; on all cores of the bid they hold cores that bring them nothing.';
/** Sentence, used in several reasons, on when adaptation has an advantage. */
const ADAPTING =
  'Adaptation repairs starts whose number of cores was chosen whatever the deadline; bids at predicted completion choose better to begin with (ValEnJoinOpt earns 10.6 % more by them, mean over nodes), and leave less to repair.';

/**
 * Known reasons why claims are not reproduced, by the claim's id. They are shown unless the verdict is "holds". They
 * are written by hand from what records or documents show.
 */
export const REASONS: Readonly<Record<string, string>> = {
  'checkpoint-peak':
    'Jobs last for hours, as Table II implies: checkpoints from 10 min to a day differ by less than 1 % in value per energy, and at 3 nodes there are some 20 moves in a month.',
  'checkpoint-five':
    'A check takes 2 s of each running job here (not printed): every hour or every 4 h costs least of it and misses little.',
  'adapt-most-value': TOP_LEVEL,
  'adapt-most-value-cores': TOP_LEVEL,
  'adapt-over-join': `${ADAPTING} The gain is 1.6 % where the best move ends adaptation and 3.8 % where others are looked at, 7.7 % at 6 nodes.`,
  'adapt-best-density':
    'Up to 4 nodes, where many jobs are rejected, all methods earn about as much per energy; ahead it is at 5 and 6.',
  'overhead-of-levels':
    'The overhead itself hardly matters: 60 s for each move that changes levels cost 0.1 % of value per energy at 5 and 6 nodes, nothing below. Up to 4 nodes adaptation gains no value per energy without it either.',
  'adapt-best-density-cores':
    'Up to 14 cores per node, where many jobs are rejected, all methods earn about as much per energy; ahead it is from 16 on.',
  'join-over-baselines': TOP_LEVEL,
  'rejected-cells':
    'ValOpt and ValEnSepOpt reject far fewer jobs than printed at 4 nodes and more, and far more on all cores of the bid: neither rule of cores is the one of the paper. Values and start order are the same for both here, as lowered levels end no job later.',
  'adapt-rejects-least':
    'ValEnJoinOpt and ValEnAdaptOpt reject equally many; ValOpt and ValEnSepOpt reject more than ValEnAdaptOpt, yet fewer than printed (see rejected-cells).',
  'rejected-order': 'At 5 and 6 nodes few jobs are rejected by any method.',
};
