import { describe, expect, it } from 'vitest';
import { POLICIES } from '../../../../../../src/families/utility/methods/registry.js';
import { settingsOfLabels } from '../../../../../../src/families/utility/studies/compare/contestants.js';

function settings(...labels: string[]): unknown {
  const read = settingsOfLabels(labels);
  return 'fault' in read ? read.fault : read.settings;
}

describe('labels of policies', () => {
  it('every policy by its name alone is as solve runs it', () => {
    const names = POLICIES.map(({ name }) => name);
    expect(settings(...names)).toEqual(names.map((label) => ({ label, method: label })));
  });

  it.each([
    ['upt:task', { filter: 'task' }],
    ['upt:task@1.5', { filter: 'task', leniency: 1.5 }],
    ['upt:task@online', { filter: 'task', leniency: 'online' }],
    ['upr:per-resource@2:permanent', { filter: 'per-resource', leniency: 2, reservations: 'permanent' }],
    [
      'upr:permanent:early:per-task@0.25',
      { filter: 'per-task', leniency: 0.25, reservations: 'permanent', binding: 'early' },
    ],
    ['upt:greedy', { preemption: 'greedy' }],
    ['util:difference', { preemption: 'difference' }],
    ['util:pair', { preemption: 'pair' }],
    ['event-based:committed', { goalCounts: 'committed' }],
    ['easy:group', { easyScope: 'group' }],
    ['price:arrivals', { goal: 'arrivals' }],
    ['price:previous-day', { capacityPrices: 'previous-day' }],
  ])('%s', (label, choices) => {
    expect(settings(label)).toEqual([{ label, method: label.split(':')[0], ...choices }]);
  });

  it.each([
    ['tabu', 'There is no policy "tabu".'],
    ['', 'There is no policy "".'],
    ['upt:', 'Correct "".'],
    ['upt:none', 'Correct "none".'],
    ['upt:greed', 'Correct "greed".'],
    ['upt:Task', 'Correct "Task".'],
    ['upt:task@', 'Correct "task@".'],
    ['upt:task@0', 'Correct "task@0".'],
    ['upt:task@-1', 'Correct "task@-1".'],
    ['upt:task@1@2', 'Correct "task@1@2".'],
    ['upt:task@Infinity', 'Correct "task@Infinity".'],
    ['upt:task@0x10', 'Correct "task@0x10".'],
    ['upt:greedy@2', 'Correct "greedy@2".'],
    ['upt:constructor', 'Correct "constructor".'],
    ['upt:greedy:pair', 'Leave one of two choices out: "pair".'],
    ['upt:task:task@2', 'Leave one of two choices out: "task@2".'],
  ])('%s is refused', (label, remedy) => {
    expect(settings('price', label)).toMatchObject({ label, remedy });
  });

  it('what runs alike stands once: also with a leniency of 1 written out, or forms in another order', () => {
    expect(settings('upt', 'upt')).toMatchObject({ label: 'upt', remedy: 'It is the same as "upt".' });
    expect(settings('upt:task', 'upt:task@1')).toMatchObject({ remedy: 'It is the same as "upt:task".' });
    expect(settings('upr:early:permanent', 'upr:permanent:early')).toMatchObject({ label: 'upr:permanent:early' });
    expect(settings('upt:task@2', 'upt:task@2.5', 'upt')).toHaveLength(3);
  });
});
