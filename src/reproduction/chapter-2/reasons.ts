/**
 * Known reasons why claims are not reproduced, by the claim's id. They are shown unless the verdict is "holds". They
 * are written by hand from what records or documents show.
 */
export const REASONS: Readonly<Record<string, string>> = {
  'dynamic-best':
    'GA and GALS end within a few hundredths of the quantile of Min-Min Balance, the best of their four seeds, so their handlings can hardly ' +
    'differ in the work allowed here ([robust ga](robust/ga.md)). Tabu tells handlings apart. With dynamic power x 0.8 Min-Min Balance breaks the ' +
    'budget in trial 8, where GA and GALS fall back on Min-Energy and a Psi near 0: that trial alone makes their intervals wide.',
  'penalties-over-feasible-first':
    'For GA and GALS the handlings hardly differ (see dynamic-best). For Tabu limiting the search space is a little worse than the dynamic penalty and ' +
    'better than the static one.',
  'limit-is-superiority':
    'Under superiority a long-hop that breaks the limit is a new starting point, and short-hops then only repair it; under limit it is refused ' +
    'and drawn again from where the search stands ([tabu](robust/tabu.md)). Both begin within the limit and treat short-hops alike.',
  'limit-worst-genetic': 'For GA and GALS the handlings hardly differ (see dynamic-best).',
  'handlings-alike':
    'GA and GALS end near their best seed whatever the handling (see dynamic-best), so that few of their differences have a sign.',
  'genetic-first-at-large':
    'In the work allowed here our GA and GALS do not get far from Min-Min Balance, their best seed. Tabu begins at the same plan, so it is never behind.',
  'local-search-last-at-large':
    'GA and GALS do not leave the neighbourhood of their best seed in the work allowed here (see genetic-first-at-large).',
  'no-long-hops-at-large':
    'The first 500 short-hops gain less than 0.1 %, since the penalty weight must fall first; after the long-hop the gain stays just ' +
    'above the criterion until about iteration 24,000 ([tabu](robust/tabu.md)).',
  'genetic-gain-early':
    'For a sixth of the time and more the population fills with offspring of the best seed and hardly anything is gained; gains come steadily after that.',
  'genetic-gain-early-at-large': 'Nothing is gained over the best seed in the work allowed here.',
  'affinity-tabu-best':
    'At high affinity every search has a Psi of 1 to the last digit, so that nothing is told apart; at low affinity Tabu Search is ahead.',
  'affinity-widens': 'At high affinity every search has a Psi of 1 to the last digit.',
  'gals-gradual':
    'GALS gains from about 24 hours on, in eight and six of the twelve trials; before that its best plan is a founder (see genetic-gain-early).',
  'fewer-long-hops':
    'With dynamic power x 0.8 trial 8 begins beyond the budget (see dynamic-best) and makes far more long-hops than the others after 100 short-hops; after 1,000 and 1,500 most make two.',
  'numbers-of-long-hops':
    'They hang on what the gain of 0.1 % is taken of, which the thesis leaves open: here of all short-hops of the criterion together ([robust-tabu](decisions/robust-tabu.md)).',
  'six-long-hops-best':
    'Here long local search is worth more than long-hops: the fewer of them, the better the plan, down to the fewest tried.',
  'tabu-best-budgets':
    'At tight budgets the printed Tabu begins with a plan beyond the limit, Min-Min Balance, and may not come within it in the work allowed; GA and GALS ' +
    'have Min-Energy among their founders, which is within it but has a Psi of 0. Above them Min-Min Balance is already certain to many digits.',
  'local-search-over-ga-budgets':
    'From 53 to 55 MJ on Min-Min Balance, with which all searches begin, keeps the limit and is certain to many digits, so that they end alike.',
  'tight-budgets':
    'In these settings Min-Min Balance keeps budgets from 53 to 55 MJ on, and GA and GALS have it among their founders.',
  'most-fastest':
    'Min-Min Balance without a budget leaves a fifth of the tasks in P-state 0, and the searches end at a quarter: faster ones gain nothing for the core that decides.',
  'local-search-over-ga-deadlines':
    'Min-Min Balance, with which Tabu begins, has a phi of 0 here. In the work allowed GALS makes 28 generations, GA 6,500, so that GA leads GALS; at the longest deadline and ' +
    'dynamic power x 1 GA has passed Tabu Search as well.',
  'dynamic-over-static':
    'With dynamic power x 0.8 Min-Min Balance breaks the budget in trial 8 (see dynamic-best), and GA falls back further under the static penalty in that one.',
  'all-keep-energy':
    'With dynamic power x 0.8 Min-Min Balance, with which Tabu Search begins, breaks the budget in trial 8. Limiting the search space, Tabu Search has then no plan to begin with.',
  'tight-budgets-keep':
    'Plans of GA, and of GALS where it leaves Min-Energy, spend what the limit leaves: they end at an energy-robustness of just above the 0.9 asked for.',
  'alike-above-16200':
    'GALS ends at a phi near 0 in most trials, Tabu Search near 1, so that the ratio of their means has no interval: 28 generations do not bring it from its founders to a plan in time.',
  'most-slowest':
    'Tabu Search ends at the limit of the deadline, a Psi of 0.9, with a quarter to a third of the tasks in the slowest P-states; with dynamic power x 1 GA has 95 % of them there, and a greater phi.',
  'greedy-poor':
    'Min-Min Pmax keeps the budget here with a mean Psi near an even chance: behind Min-Min Balance in every trial.',
  'weight-2-best': 'For Tabu smaller weights are better, by hundredths of the quantile.',
  'local-search-200-best': 'GALS ends near its best seed however long it searches each offspring (see dynamic-best).',
  'balance-feasible': 'With dynamic power x 0.8 it breaks the budget in trial 8 of twelve.',
  'eo-mc-same-trends':
    'The quantile of phi differs by several units from trial to trial, so that twelve leave most comparisons open; none of them contradicts.',
};
