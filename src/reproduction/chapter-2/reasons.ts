/**
 * Known reasons why claims are not reproduced, by the claim's id. They are shown unless the verdict is "holds". They
 * are written by hand from what records or documents show.
 */
export const REASONS: Readonly<Record<string, string>> = {
  'dynamic-best':
    'GA and GALS end within a few hundredths of the quantile of Min-Min Balance, the best of their four seeds, so their handlings can hardly ' +
    'differ: the Psi of random founders is 0 to the last digit, so they rank alike and only offspring of the seeds enter the ' +
    'population ([robust ga](robust/ga.md)). Tabu tells handlings apart: dynamic is ahead of static and superiority.',
  'penalties-over-feasible-first':
    'For GA and GALS the handlings hardly differ (see dynamic-best). For Tabu limiting the search space is as good as the dynamic penalty and ' +
    'better than the static one.',
  'limit-is-superiority':
    'Under superiority a long-hop that breaks the limit is a new starting point, and short-hops then only repair it; under limit it is refused ' +
    'and drawn again from where the search stands ([tabu](robust/tabu.md)). Both begin within the limit and treat short-hops alike.',
  'genetic-first-at-large':
    'In neither budget do our GA and GALS get far from Min-Min Balance, their best seed: random founders have a Psi of 0 to the last digit and ' +
    'rank alike ([robust ga](robust/ga.md)). Tabu begins at the same plan, so it is never behind.',
  'local-search-last-at-large':
    'GA and GALS do not leave the neighbourhood of their best seed in the work allowed here (see genetic-first-at-large).',
  'long-hops-by-size':
    'At large size the first 500 short-hops gain less than 0.1 %, since the penalty weight must fall first; after the long-hop the gain stays just ' +
    'above the criterion until about iteration 24,000 ([tabu](robust/tabu.md)).',
  'genetic-gain-early':
    'Offspring of two seeds take over the population first; single changes gain slowly and steadily after that, and at large size nothing in the ' +
    'work allowed here.',
  'affinity-tabu-best':
    'At high affinity every search has a Psi of 1 to the last digit, so that nothing is told apart; at low affinity Tabu is ahead in every trial, by amounts too ' +
    'different for the interval.',
  'six-long-hops-best':
    'Here long local search is worth more than long-hops: the fewer of them, the better the plan, down to the fewest tried.',
  'tabu-best-budgets':
    'Below 58 MJ the printed Tabu begins with a plan beyond the limit, Min-Min Balance, and does not come within it in the work allowed; GA and GALS ' +
    'have Min-Energy among their founders, which is within it but has a Psi of 0. Plans that keep both exist: see lagrange.',
  'tight-budgets': 'At 51 MJ none of the printed searches has a plan of use; lagrange has (see tabu-best-budgets).',
  'energy-left-unused':
    'At 62 and 64 MJ energy still buys robustness here: the bound on the quantile grows with the budget, and Min-Min Balance makes tasks ' +
    'faster up to the limit.',
  'local-search-over-ga-deadlines':
    'Min-Min Balance, with which Tabu begins, has a phi of 0 at every deadline here. The GA has three more founders, Min-Energy among them, to cross ' +
    'with it.',
  'greedy-poor':
    'Min-Min Pmax keeps the budget here with a mean Psi of 0.46: behind Min-Min Balance in every trial, but its interval reaches beyond an even chance.',
  'weight-2-best':
    'GA and GALS end where their best seed began, so weights change nothing (see dynamic-best). For Tabu smaller weights are better, by hundredths of the quantile.',
};
