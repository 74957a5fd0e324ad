import { describe, expect, it } from 'vitest';
import { earlyTimeline } from '../../../../../../src/families/utility/methods/parallel/early-timeline.js';
import { lateTimeline } from '../../../../../../src/families/utility/methods/parallel/late-timeline.js';
import { randomStream } from '../../../../../../src/random/stream.js';

describe('the nodes of a pool over time', () => {
  it('starts work in a gap only where the gap lasts, and forgets what only held its place', () => {
    const timeline = lateTimeline(4);
    timeline.begin(0);
    timeline.fix(0, 100, 2);
    timeline.hold(50, 80, 2);
    expect(timeline.earliestS(2, 50, 0)).toBe(0);
    expect(timeline.earliestS(2, 51, 0)).toBe(80);
    expect(timeline.earliestS(3, 1, 0)).toBe(100);
    expect(timeline.earliestFixedS(2, 51, 0)).toBe(0);
    expect(timeline.mostFree(60)).toBe(2);
    timeline.begin(60);
    expect(timeline.earliestS(2, 51, 60)).toBe(60);
    expect(timeline.earliestS(4, 51, 60)).toBe(100);
  });

  it('refuses to give away more nodes than are free', () => {
    for (const timeline of [lateTimeline(2), earlyTimeline(2)]) {
      timeline.begin(0);
      timeline.fix(0, 10, 2);
      expect(() => {
        timeline.fix(5, 6, 1);
      }).toThrow(RangeError);
    }
  });

  it('bound early, chooses the node whose last task ends as the next begins, so that no void is left', () => {
    const timeline = earlyTimeline(2);
    timeline.begin(0);
    timeline.fix(0, 10, 1);
    timeline.fix(0, 20, 1);
    timeline.fix(20, 40, 1);
    // The first node stays free from 10 s on; were it taken, both would be free for 30 s from 20 s on at the earliest.
    expect(timeline.earliestS(1, 30, 0)).toBe(10);
  });

  it('bound early, prefers a node that has run nothing to one on which a short void is left', () => {
    const timeline = earlyTimeline(2);
    timeline.begin(0);
    timeline.fix(0, 10, 1);
    timeline.fix(12, 22, 1);
    // The second node is free until 12 s, the first one from 10 s on.
    expect(timeline.earliestS(1, 13, 0)).toBe(10);
  });

  it('bound early, fills the smaller of two voids', () => {
    const timeline = earlyTimeline(2);
    timeline.begin(0);
    timeline.fix(0, 10, 1);
    timeline.fix(50, 90, 1);
    timeline.fix(0, 20, 1);
    timeline.fix(60, 90, 1);
    // Voids are [10, 60) on the first node and [20, 50) on the second, or the other way round; 20 s go into the shorter.
    timeline.fix(25, 45, 1);
    expect(timeline.earliestS(1, 40, 0)).toBe(10);
  });

  it('bound late, starts work at once that bound early must wait, as no single node is free for all of its time', () => {
    const [late, early] = [lateTimeline(2), earlyTimeline(2)];
    for (const timeline of [late, early]) {
      timeline.begin(0);
      timeline.fix(0, 10, 1);
      timeline.fix(20, 30, 1);
    }
    expect([late.earliestS(1, 30, 0), early.earliestS(1, 30, 0)]).toEqual([0, 10]);
  });

  it('bound late, starts work as early as bound early or earlier, however nodes have been given away', () => {
    const { integer } = randomStream(11, 'late and early');
    let earlier = 0;
    for (let round = 0; round < 200; round++) {
      const nodes = integer(1, 6);
      const [late, early] = [lateTimeline(nodes), earlyTimeline(nodes)];
      let nowS = 0;
      for (let step = 0; step < 40; step++) {
        if (integer(0, 4) === 0) {
          nowS += integer(0, 30);
          late.begin(nowS);
          early.begin(nowS);
        }
        const [count, timeS] = [integer(1, nodes), integer(1, 40)];
        const startS = early.earliestS(count, timeS, nowS);
        const lateS = late.earliestS(count, timeS, nowS);
        expect(lateS).toBeLessThanOrEqual(startS);
        if (lateS < startS) earlier++;
        for (const timeline of [late, early]) timeline.fix(startS, startS + timeS, count);
      }
    }
    expect(earlier).toBeGreaterThan(10);
  });
});
