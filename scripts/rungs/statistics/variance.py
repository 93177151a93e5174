"""What a time varies by: between the samples of a process, between processes on a GPU, and between GPUs.

The model is nested: a sample is the mean, plus what its GPU adds, plus what its process adds, plus its own error, each
drawn independently. The three variances follow from the mean squares of a nested analysis of variance, whose
expectations they make up; with unequal numbers the coefficients are those of S. R. Searle, G. Casella and C. E.
McCulloch, "Variance Components" (1992), section 3.6. A variance that comes out below 0 counts as 0.

A process counts by the mean of the middle 80 % of its samples, and a sample by a deviation that the outer 20 % do not
move farther: one sample that waited for the host would otherwise outweigh thousands.

p is the chance that so much is seen between processes (or GPUs) where they do not differ at all: an F test, for GPUs
of the means of their processes, each of which counts once. It takes the samples of a process as independent. A clock
that drifts while a process samples makes them less so, and p between processes too small.
"""

import math
from dataclasses import dataclass

import numpy as np
from scipy import stats

from rungs.data.process_files import Process


@dataclass(frozen=True)
class Components:
    """The variances of one row; NaN where there are too few samples, processes or GPUs."""

    gpus: int
    processes: int      # of all GPUs
    mean_us: float
    variances: tuple[float, float, float]  # as they come out: of samples, processes, GPUs, in us squared
    processes_p: float                     # see the module
    gpus_p: float

    @property
    def percent(self) -> tuple[float, ...]:
        """The standard deviations between the samples of a process, between the processes on a GPU, and between the
        GPUs, in percent of the mean."""
        return tuple(100 * math.sqrt(max(variance, 0.0)) / self.mean_us if variance == variance else math.nan
                     for variance in self.variances)


def components(gpus: list[list[Process]]) -> Components:
    """The Components of one row; `gpus` has the processes of each GPU, at least one process in all."""
    gpus = [processes for processes in gpus if processes]
    counts = [np.array([process.samples for process in processes], dtype=float) for processes in gpus]
    means = [np.array([process.mean_us for process in processes]) for processes in gpus]
    of_gpu = np.array([count.sum() for count in counts])
    gpu_means = np.array([float(np.average(mean, weights=count)) for mean, count in zip(means, counts)])
    all_samples, all_processes = float(of_gpu.sum()), sum(map(len, gpus))
    grand = float(np.average(gpu_means, weights=of_gpu))

    within = sum((process.samples - 1) * process.sd_us**2 for processes in gpus for process in processes)
    between_processes = sum(float(np.sum(count * (mean - middle)**2))
                            for count, mean, middle in zip(counts, means, gpu_means))
    between_gpus = float(np.sum(of_gpu * (gpu_means - grand)**2))
    freedom = (all_samples - all_processes, all_processes - len(gpus), len(gpus) - 1)
    square_samples, square_processes, square_gpus = (
        _over(total, free) for total, free in zip((within, between_processes, between_gpus), freedom))

    # Coefficients in the expected mean squares.
    shares = sum(float(np.sum(count**2)) / total for count, total in zip(counts, of_gpu))
    in_processes = _over(all_samples - shares, freedom[1])
    squares = sum(float(np.sum(count**2)) for count in counts)
    in_gpus = _over(shares - squares / all_samples, freedom[2])
    of_gpus = _over(all_samples - float(np.sum(of_gpu**2)) / all_samples, freedom[2])

    variance_processes = (square_processes - square_samples) / in_processes
    # Where each GPU has one process, the two cannot be told apart: what differs counts for the GPUs.
    known = 0.0 if math.isnan(variance_processes) else variance_processes
    variance_gpus = (square_gpus - square_samples - in_gpus * known) / of_gpus
    processes_p = _p(square_processes, freedom[1], square_samples, freedom[0])
    return Components(len(gpus), all_processes, grand, (square_samples, variance_processes, variance_gpus), processes_p,
                      _p(*_between(means), *_inside(means)))


def _between(groups: list[np.ndarray]) -> tuple[float, int]:
    """Mean square between groups of values, each of which counts once, and its degrees of freedom."""
    grand = float(np.mean(np.concatenate(groups)))
    total = sum(len(values) * (float(values.mean()) - grand)**2 for values in groups)
    return _over(total, len(groups) - 1), len(groups) - 1


def _inside(groups: list[np.ndarray]) -> tuple[float, int]:
    """Likewise inside of them."""
    count = sum(map(len, groups)) - len(groups)
    return _over(sum(float(np.sum((values - values.mean())**2)) for values in groups), count), count


def _over(total: float, count: float) -> float:
    return total / count if count > 0 else math.nan


def _p(square: float, freedom: float, below: float, freedom_below: float) -> float:
    """Of the F test of a mean square against another, each with its degrees of freedom; NaN where one has none."""
    return float(stats.f.sf(square / below, freedom, freedom_below)) if freedom > 0 and below > 0 else math.nan
