/** Reason, used for several claims, that concerns the methods without profiles (ValOpt and ValEnSepOpt). */
const TOP_LEVEL =
  'On the fewest cores of least response time ValOpt and ValEnSepOpt give their cores back soonest; on all cores of the bid they hold cores that bring them nothing.';

/**
 * Known reasons why claims are not reproduced, by the claim's id. They are shown unless the verdict is "holds". They
 * are written by hand from what records or documents show.
 */
export const REASONS: Readonly<Record<string, string>> = {
  'checkpoint-peak':
    'Jobs last a day or two ([jobs-run-time](decisions/jobs-run-time.md)), and at 3 nodes there are 10 to 18 moves in a month: checkpoints from 10 min to a day apart differ by 0.5 % in value per energy.',
  'checkpoint-five':
    'A check takes 2 s of each running job here (not printed), and jobs last a day or two: checks every hour or every 4 h are 0.4 % ahead of those every 10 min.',
  'adapt-most-value': `${TOP_LEVEL} They earn 4 to 8 points more than ValEnAdaptOpt. It is ahead of ValEnJoinOpt from 4 nodes on.`,
  'adapt-most-value-cores': `${TOP_LEVEL} They earn 5 to 7 points more than ValEnAdaptOpt. It is ahead of ValEnJoinOpt from 14 cores per node on.`,
  'adapt-over-join':
    'Adaptation gains 1.6 % where the best move ends it and 3.8 % where others are looked at, 7.7 % at 6 nodes. Bids at predicted completion leave less to gain: ValEnJoinOpt earns 10.6 % more by them, mean over nodes.',
  'adapt-best-density':
    'Up to 4 nodes all methods are within 3 % of each other, which twelve months do not tell apart; at 5 and 6 it is ahead of all.',
  'overhead-of-levels':
    'The overhead itself hardly matters: 60 s for each move that changes levels cost 0.1 % of value per energy at 5 and 6 nodes, nothing below. Up to 4 nodes no gain of adaptation in value per energy is told without it either.',
  'adapt-best-density-cores':
    'With 10 and 14 cores per node all methods are within 3 % of each other; with 16 and 20 it is ahead of all.',
  'join-over-baselines': TOP_LEVEL,
  'rejected-cells':
    'At 5 and 6 nodes ValOpt and ValEnSepOpt reject fewer jobs than printed (4 and 1 %), ValEnAdaptOpt more (2 and 1 % for none); on all cores of the bid the first two reject far more than printed at any number of nodes. They reject the same jobs here, as lowered levels end no job later.',
  'adapt-rejects-least':
    'ValEnJoinOpt and ValEnAdaptOpt reject equally many; ValOpt and ValEnSepOpt reject more than ValEnAdaptOpt, 23 % in the mean over nodes where 30 and 28 % are printed.',
  'rejected-order':
    'At 5 and 6 nodes few jobs are rejected by any method, 1 to 4 %, and ValEnSepOpt and ValEnJoinOpt are not told apart.',
};
