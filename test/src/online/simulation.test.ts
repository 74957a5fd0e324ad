import { describe, expect, it } from 'vitest';
import { coreLayout } from '../../../src/online/core-state.js';
import { type Handlers, type Simulation, simulation } from '../../../src/online/simulation.js';

const IDLE: Handlers = { arrival: () => undefined, finish: () => undefined };

function onTwoNodes(arrivalsS: number[] = [], untilS = 100): Simulation {
  return simulation({ layout: coreLayout([2, 3]), arrivalsS: Float64Array.from(arrivalsS), untilS });
}

describe('a simulation', () => {
  it('lets things happen at one moment in the order finish, arrival, measure, control, decide, resume', () => {
    const one = onTwoNodes([5, 5]);
    const seen: string[] = [];
    const see = (what: string) => (subject: number, nowS: number) => void seen.push(`${nowS} ${what} ${subject}`);
    one.at(5, 'resume');
    one.at(5, 'decide');
    one.at(5, 'control');
    one.measureUntil(5);
    const work = { pState: 0, timeS: 5, corePowerW: 1 };
    one.cores.start({ task: 0, ...work }, [{ node: 1, cores: 1 }]);
    one.cores.start({ task: 1, ...work }, [{ node: 0, cores: 1 }]);
    one.run({
      finish: see('finish'),
      arrival: see('arrival'),
      measure: see('measure'),
      control: see('control'),
      decide: see('decide'),
      resume: see('resume'),
    });
    expect(seen).toEqual([
      '5 finish 0',
      '5 finish 2',
      '5 arrival 0',
      '5 arrival 1',
      '5 measure 0',
      '5 control 0',
      '5 decide 0',
      '5 resume 0',
    ]);
  });

  it('lets what waited for the cores of a run start as soon as it has ended, before anything else is decided', () => {
    const one = onTwoNodes();
    const seen: string[] = [];
    const start = (task: number) =>
      one.cores.start({ task, pState: 0, timeS: 4, corePowerW: 1 }, [{ node: 0, cores: 2 }]);
    start(0);
    one.at(4, 'decide');
    one.run({
      ...IDLE,
      finish: (lead) => void seen.push(`ends ${one.cores.task[lead]}`),
      released: (lead, nowS) => {
        seen.push(`idle ${one.cores.task[lead]}`);
        if (nowS < 8) start(1);
      },
      decide: () => void seen.push(`runs ${one.cores.task[0]}`),
    });
    expect(seen).toEqual(['ends 0', 'idle -1', 'runs 1', 'ends 1', 'idle -1']);
  });

  it('ends work of no length at the moment at which it starts', () => {
    const one = onTwoNodes();
    const seen: string[] = [];
    one.at(3, 'decide');
    one.at(3, 'resume');
    one.run({
      ...IDLE,
      decide: () => {
        one.cores.start({ task: 7, pState: 0, timeS: 0, corePowerW: 2 }, [{ node: 0, cores: 2 }]);
        seen.push(`${one.cores.running[0]} cores busy`);
      },
      finish: (lead, nowS) => void seen.push(`task ${one.cores.task[lead]!} ends at ${nowS}`),
      resume: () => void seen.push(`${one.cores.running[0]} cores busy`),
    });
    expect(seen).toEqual(['2 cores busy', 'task 7 ends at 3', '0 cores busy']);
  });

  it('ends at its last moment, which is part of it, or when it is stopped', () => {
    const arrivals = [0, 10, 10, 10.5];
    const seen: number[] = [];
    const one = onTwoNodes(arrivals, 10);
    one.run({ ...IDLE, arrival: (task) => void seen.push(task) });
    expect(seen).toEqual([0, 1, 2]);
    const stopped = onTwoNodes(arrivals, 10);
    stopped.run({
      ...IDLE,
      arrival: (task) => {
        seen.push(task);
        if (task === 1) stopped.stop();
      },
    });
    expect(seen).toEqual([0, 1, 2, 0, 1]);
    expect(stopped.nowS()).toBe(10);
  });

  it('refuses moments that are no numbers, are past, or that nobody waits for', () => {
    for (const untilS of [NaN, Infinity, -1]) expect(() => onTwoNodes([], untilS)).toThrow(/A simulation until/);
    for (const arrivalsS of [[-1], [NaN], [2, 1], [Infinity]]) {
      expect(() => onTwoNodes(arrivalsS)).toThrow(/arrivals ascend/);
    }
    const one = onTwoNodes();
    for (const timeS of [NaN, Infinity])
      expect(() => {
        one.at(timeS, 'decide');
      }).toThrow(/An event \(decide\) at/);
    for (const endS of [NaN, 101])
      expect(() => {
        one.measureUntil(endS);
      }).toThrow(/A window until/);
    one.at(4, 'decide');
    one.run({
      ...IDLE,
      decide: () => {
        expect(() => {
          one.at(3, 'control');
        }).toThrow(/it is 4 s already/);
      },
    });
    const deaf = onTwoNodes();
    deaf.at(4, 'control');
    expect(() => {
      deaf.run(IDLE);
    }).toThrow(/An event \(control\) at 4 s that nobody handles/);
  });
});

describe('cores', () => {
  const work = { task: 4, pState: 0, timeS: 10, corePowerW: 3 };

  it('run a task on the lowest idle ones of several nodes, under the name of the first', () => {
    const { cores } = onTwoNodes();
    cores.start({ ...work, task: 1 }, [{ node: 1, cores: 1 }]);
    const lead = cores.start(work, [
      { node: 1, cores: 2 },
      { node: 0, cores: 1 },
    ]);
    expect(lead).toBe(3);
    expect(Array.from(cores.task)).toEqual([4, -1, 1, 4, 4]);
    expect(Array.from(cores.lead)).toEqual([3, -1, 2, 3, 3]);
    expect(Array.from(cores.running)).toEqual([1, 3]);
    expect(Array.from(cores.busyW)).toEqual([3, 9]);
    cores.release(lead);
    expect(Array.from(cores.task)).toEqual([-1, -1, 1, -1, -1]);
    expect(Array.from(cores.busyW)).toEqual([0, 3]);
  });

  it('keep the share of work that is left when the P-state changes, and let the run go with the seconds it needs', () => {
    const one = onTwoNodes();
    const { cores } = one;
    const ends: number[] = [];
    let lead = cores.start(work, [
      { node: 0, cores: 2 },
      { node: 1, cores: 1 },
    ]);
    one.at(4, 'control');
    one.at(8, 'decide');
    one.run({
      ...IDLE,
      // 6 of 10 s are left: 15 of 25 s. At 8 s another 4 of them are gone.
      control: () => {
        cores.changePState(lead, 2, 2.5, 1);
        expect([cores.finishS[lead], cores.pState[lead], cores.busyW[0], cores.busyW[1]]).toEqual([19, 2, 2, 1]);
      },
      decide: () => {
        expect(cores.preempt(lead)).toBe(11);
        expect([cores.task[lead], cores.finishS[lead], cores.busyW[0]]).toEqual([-1, Infinity, 0]);
        lead = cores.start({ ...work, timeS: 5 }, [{ node: 1, cores: 3 }]);
      },
      finish: (_, nowS) => void ends.push(nowS),
    });
    expect(ends).toEqual([13]);
  });

  it('draw nothing once they are idle, whatever was rounded before', () => {
    const { cores } = onTwoNodes();
    const first = cores.start({ ...work, corePowerW: 0.1 }, [{ node: 0, cores: 1 }]);
    const second = cores.start({ ...work, corePowerW: 0.2 }, [{ node: 0, cores: 1 }]);
    cores.release(first);
    cores.release(second);
    expect(cores.busyW[0]).toBe(0);
  });

  it('refuse what cannot run, and are as before then', () => {
    const { cores } = onTwoNodes();
    const place = [{ node: 0, cores: 1 }];
    const refused = (start: () => number, says: RegExp): void => {
      expect(start).toThrow(says);
      expect(Array.from(cores.running)).toEqual([0, 0]);
    };
    for (const timeS of [NaN, Infinity, -1]) refused(() => cores.start({ ...work, timeS }, place), /takes/);
    for (const corePowerW of [NaN, Infinity, -1]) refused(() => cores.start({ ...work, corePowerW }, place), /draws/);
    refused(() => cores.start({ ...work, task: -1 }, place), /numbered from 0/);
    refused(() => cores.start({ ...work, pState: 256 }, place), /in P-state 256/);
    refused(() => cores.start(work, []), /without cores/);
    refused(() => cores.start(work, [{ node: 0, cores: 3 }]), /3 cores of node 0, of which 2 are idle/);
    refused(() => cores.start(work, [{ node: 2, cores: 1 }]), /1 cores of node 2/);
    refused(() => cores.start(work, [{ node: 0, cores: 0 }]), /0 cores of node 0/);
    refused(() => cores.start(work, [{ node: 0, cores: 1.5 }]), /1.5 cores of node 0/);
    refused(() => cores.start(work, [...place, ...place]), /Node 0 twice/);
    expect(() => cores.preempt(0)).toThrow(/Core 0 leads no run/);
    const lead = cores.start(work, [{ node: 0, cores: 2 }]);
    expect(() => {
      cores.release(lead + 1);
    }).toThrow(/Core 1 leads no run/);
    expect(() => {
      cores.changePState(lead, 1, Infinity, 1);
    }).toThrow(/takes Infinity s/);
    expect(cores.finishS[lead]).toBe(10);
  });

  it('that is paused goes on where it was, and is over once only', () => {
    const seen = (pauses: boolean): [string[], boolean[]] => {
      const one = onTwoNodes([1, 2, 2, 5]);
      const told: string[] = [];
      const ran: boolean[] = [];
      one.at(2, 'decide');
      one.at(4, 'decide', 1);
      const handlers: Handlers = {
        ...IDLE,
        arrival: (task, nowS) => void told.push(`${nowS} arrival ${task}`),
        decide(subject, nowS) {
          told.push(`${nowS} decide ${subject}`);
          if (pauses) one.pause();
        },
      };
      for (let goesOn = true; goesOn;) ran.push((goesOn = one.run(handlers)));
      return [told, ran];
    };
    const [whole, ranWhole] = seen(false);
    const [paused, ranPaused] = seen(true);
    expect(paused).toEqual(whole);
    expect(whole).toHaveLength(6);
    expect([ranWhole, ranPaused]).toEqual([[false], [true, true, false]]);
  });
});
