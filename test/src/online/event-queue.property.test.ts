import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EVENT_ORDER, type EventKind, eventQueue } from '../../../src/online/event-queue.js';
import { fuzzCount } from '../../support/fuzz.js';

type Event = readonly [timeS: number, kind: EventKind, subject: number];

function trace(events: readonly Event[]): Event[] {
  const queue = eventQueue(1);
  for (const event of events) queue.push(...event);
  const found: Event[] = [];
  while (queue.firstS() < Infinity) {
    found.push([queue.firstS(), queue.firstKind(), queue.firstSubject()]);
    queue.drop();
  }
  return found;
}

/** Few moments and subjects, so that most events share a moment with others and some are the same. */
const anyEvents = fc.array(
  fc.tuple(fc.constantFrom(0, 1, 1 + 2 ** -52, 7.5, 1e300), fc.constantFrom(...EVENT_ORDER), fc.nat(4)),
  { maxLength: 60 },
);

describe('the event queue', () => {
  it('orders events by moment, then kind, then subject', () => {
    const events: Event[] = [
      [2, 'finish', 0],
      [1, 'resume', 0],
      [1, 'finish', 4_294_967_295],
      [1, 'decide', 0],
      [1, 'finish', 3],
      [1, 'control', 0],
      [1, 'measure', 0],
      [1, 'arrival', 9],
      [0.5, 'resume', 1],
    ];
    const kinds = trace(events).map(([timeS, kind, subject]) => `${timeS} ${kind} ${subject}`);
    expect(kinds).toEqual([
      '0.5 resume 1',
      '1 finish 3',
      '1 finish 4294967295',
      '1 arrival 9',
      '1 measure 0',
      '1 control 0',
      '1 decide 0',
      '1 resume 0',
      '2 finish 0',
    ]);
  });

  it('gives the same trace for every order of insertion: the sorted events, each once', () => {
    fc.assert(
      fc.property(
        anyEvents.chain((events) =>
          fc.tuple(fc.constant(events), fc.shuffledSubarray(events, { minLength: events.length })),
        ),
        ([events, permuted]) => {
          const sorted = [...events].sort(
            (a, b) => a[0] - b[0] || EVENT_ORDER.indexOf(a[1]) - EVENT_ORDER.indexOf(b[1]) || a[2] - b[2],
          );
          const once = sorted.filter((event, n) => n === 0 || String(event) !== String(sorted[n - 1]));
          expect(trace(events)).toEqual(once);
          expect(trace(permuted)).toEqual(once);
        },
      ),
      { seed: 45, numRuns: fuzzCount(100) },
    );
  });

  it('takes events while it gives others', () => {
    const queue = eventQueue();
    queue.push(5, 'decide', 0);
    queue.push(3, 'decide', 0);
    expect(queue.firstS()).toBe(3);
    queue.drop();
    queue.push(3, 'decide', 0);
    queue.push(4, 'measure', 0);
    expect(queue.firstS()).toBe(3);
    queue.drop();
    expect([queue.firstS(), queue.firstKind()]).toEqual([4, 'measure']);
    queue.drop();
    queue.drop();
    expect(queue.firstS()).toBe(Infinity);
  });

  it('refuses moments that are no finite numbers and subjects that are no whole ones', () => {
    const queue = eventQueue();
    for (const timeS of [NaN, Infinity, -Infinity]) {
      expect(() => {
        queue.push(timeS, 'decide', 0);
      }).toThrow(/An event \(decide\) at/);
    }
    for (const subject of [-1, 0.5, NaN, 2 ** 32]) {
      expect(() => {
        queue.push(0, 'decide', subject);
      }).toThrow(/whole numbers from 0 to 4294967295/);
    }
    expect(queue.firstS()).toBe(Infinity);
  });
});
