"""Profiles of dependent jobs by NSGA-II as a user would write it with DEAP.

python3 deap_nsga2.py cases.json. Prints one JSON object with evaluations, CPU seconds and the front of each case.
Chromosome: core and priority of each task, level of each core; list scheduling in the order of priorities; cores without a task take one from
a core with several; uniform crossover (.9), mutation of one gene of each kind on average; (mu + lambda) survival by tools.selNSGA2.
"""

import json
import random
import sys
import time

from deap import base, creator, tools

with open(sys.argv[1]) as file:
    data = json.load(file)
random.seed(1)
POPULATION, GENERATIONS = data["populationSize"], data["generations"]
LEVELS = len(data["dynamicPowerW"])
POWER, STATIC = data["dynamicPowerW"], data["staticPowerW"]
creator.create("Fitness", base.Fitness, weights=(-1.0, -1.0))
creator.create("Design", list, fitness=creator.Fitness)


def search(case):
    times, into, cores = case["timeS"], case["edgesInto"], case["cores"]
    tasks = len(times)
    out = [[] for _ in range(tasks)]
    for task, edges in enumerate(into):
        for source, _ in edges:
            out[source].append(task)
    bottom = [0.0] * tasks
    for task in reversed(range(tasks)):
        bottom[task] += times[task][-1]
        for source, transfer in into[task]:
            bottom[source] = max(bottom[source], transfer + bottom[task])

    def random_design():
        return repaired(
            creator.Design(
                [
                    [random.randrange(cores) for _ in range(tasks)],
                    [bottom[t] * random.uniform(0.5, 1.5) for t in range(tasks)],
                    [random.randrange(LEVELS) for _ in range(cores)],
                ]
            )
        )

    def repaired(design):
        core, _, level = design
        count = [0] * cores
        for c in core:
            count[c] += 1
        for c in range(cores):
            if count[c] == 0:
                task = random.choice([t for t in range(tasks) if count[core[t]] > 1])
                count[core[task]] -= 1
                level[c] = level[core[task]]
                core[task] = c
                count[c] = 1
        return design

    def evaluate(design):
        core, priority, level = design
        pending = [len(edges) for edges in into]
        ready = [t for t in range(tasks) if pending[t] == 0]
        free, end = [0.0] * cores, [0.0] * tasks
        energy = 0.0
        while ready:
            task = max(ready, key=priority.__getitem__)
            ready.remove(task)
            c = core[task]
            start = free[c]
            for source, transfer in into[task]:
                arrival = end[source] + (0.0 if core[source] == c else transfer)
                if arrival > start:
                    start = arrival
            spent = times[task][level[c]]
            end[task] = free[c] = start + spent
            energy += spent * POWER[level[c]]
            for target in out[task]:
                pending[target] -= 1
                if pending[target] == 0:
                    ready.append(target)
        response = max(end)
        return response, energy + response * STATIC * cores

    def mate(one, two):
        for t in range(tasks):
            if random.random() < 0.5:
                one[0][t], two[0][t] = two[0][t], one[0][t]
                one[1][t], two[1][t] = two[1][t], one[1][t]
        for c in range(cores):
            if random.random() < 0.5:
                one[2][c], two[2][c] = two[2][c], one[2][c]

    def mutate(design):
        core, priority, level = design
        for t in range(tasks):
            if random.random() < 1 / tasks:
                core[t] = random.randrange(cores)
            if random.random() < 1 / tasks:
                priority[t] = bottom[t] * random.uniform(0.5, 1.5)
        for c in range(cores):
            if random.random() < 1 / cores:
                if random.random() < 0.5:
                    level[c] = min(LEVELS - 1, max(0, level[c] + random.choice((-1, 1))))
                else:
                    level[c] = random.randrange(LEVELS)

    def clone(design):
        return creator.Design([list(genes) for genes in design])

    population = [random_design() for _ in range(POPULATION)]
    for design in population:
        design.fitness.values = evaluate(design)
    evaluations = POPULATION
    population = tools.selNSGA2(population, POPULATION)
    for _ in range(GENERATIONS):
        children = [clone(design) for design in tools.selTournamentDCD(population, POPULATION)]
        for one, two in zip(children[::2], children[1::2]):
            if random.random() < 0.9:
                mate(one, two)
            for child in (one, two):
                mutate(child)
                repaired(child)
                child.fitness.values = evaluate(child)
                evaluations += 1
        population = tools.selNSGA2(population + children, POPULATION)
    return evaluations, [list(design.fitness.values) for design in population]


start = time.process_time()
results = [search(case) for case in data["cases"]]
print(
    json.dumps(
        {
            "cpuS": time.process_time() - start,
            "evaluations": sum(evaluations for evaluations, _ in results),
            "fronts": [front for _, front in results],
        }
    )
)
