/**
 * Known reasons why claims are not reproduced, by the claim's id. They are shown unless the verdict is "holds". They
 * are written by hand from what records or documents show.
 */
export const REASONS: Readonly<Record<string, string>> = {
  'dynamic-best':
    'GA and GALS end within a few hundredths of the quantile of Min-Min Balance, the best of their four seeds, so their handlings can hardly ' +
    'differ in the work allowed here ([robust ga](robust/ga.md)). Tabu tells handlings apart.',
  'penalties-over-feasible-first':
    'For GA and GALS the handlings hardly differ (see dynamic-best). For Tabu limiting the search space is as good as the dynamic penalty and ' +
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
    'Offspring of two seeds take over the population first; single changes gain slowly and steadily after that.',
  'genetic-gain-early-at-large': 'Nothing is gained over the best seed in the work allowed here.',
  'affinity-tabu-best':
    'At high affinity every search has a Psi of 1 to the last digit, so that nothing is told apart; at low affinity gains are too ' +
    'different from trial to trial for the interval.',
  'affinity-widens': 'At high affinity every search has a Psi of 1 to the last digit.',
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
    'Min-Min Balance without a budget leaves a fifth of the tasks in P-state 0: faster ones gain nothing for the core that decides.',
  'local-search-over-ga-deadlines':
    'Min-Min Balance, with which Tabu begins, has a phi of 0 here. The GA has three more founders, Min-Energy among them, to cross with it.',
  'greedy-poor':
    'Min-Min Pmax keeps the budget here with a mean Psi near an even chance: behind Min-Min Balance in every trial.',
  'weight-2-best': 'For Tabu smaller weights are better, by hundredths of the quantile.',
  'local-search-200-best': 'GALS ends near its best seed however long it searches each offspring (see dynamic-best).',
};
