import { describe, expect, it } from 'vitest';
import { type OptionSpec, sharedOptions } from '../../../src/families/options.js';
import { FAMILIES } from '../../../src/families/registry.js';

function depth(help: string, own?: string): OptionSpec {
  const kind = { is: 'whole', least: 1 } as const;
  return { name: 'depth', flags: '--depth <n>', verbs: ['solve'], help, kind, ...(own === undefined ? {} : { own }) };
}

const family = (name: string, ...options: readonly OptionSpec[]) => ({ name, options });

describe('options of families', () => {
  it('one that all families take is told without their names', () => {
    const shared = sharedOptions('solve', [family('sea', depth('how deep')), family('lake', depth('how deep'))]);
    expect(shared).toEqual([
      { name: 'depth', flags: '--depth <n>', help: 'how deep', kind: { is: 'whole', least: 1 } },
    ]);
  });

  it('one that some families take is told with their names', () => {
    const [shared] = sharedOptions('solve', [family('sea', depth('how deep')), family('lake')]);
    expect(shared!.help).toBe('sea instances: how deep');
  });

  it('one that families share is told in the words of each', () => {
    const families = [family('sea', depth('down to {}', 'the wreck')), family('lake', depth('down to {}', 'the mud'))];
    const [shared] = sharedOptions('solve', families);
    expect(shared!.help).toBe('down to the wreck (sea instances) or the mud (lake instances)');
  });

  it('belongs to the verbs it is declared for', () => {
    expect(sharedOptions('check', [family('sea', depth('how deep'))])).toEqual([]);
  });

  it('that means two things is refused', () => {
    const families = [family('sea', depth('how deep')), family('lake', depth('how wide'))];
    expect(() => sharedOptions('solve', families)).toThrow('sea and lake mean different things');
  });

  it('of the registered families agree, and belong to verbs that their family answers', () => {
    for (const { options, verbs } of FAMILIES) {
      for (const option of options) {
        expect([option.flags, option.verbs.filter((verb) => !verbs.includes(verb))]).toEqual([option.flags, []]);
      }
    }
    const verbs = new Set(FAMILIES.flatMap((one) => one.verbs));
    for (const verb of verbs) expect(() => sharedOptions(verb, FAMILIES)).not.toThrow();
  });
});
